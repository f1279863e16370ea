// One of the two things to choose from. All of its card can be clicked; the button in it is for keyboards and screen
// readers, and says so to everybody else.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Thing } from "../api";
import { MarkdownView } from "../parts/markdown_view";
import { say } from "../texts";
import { imageState, loadAgain } from "./images";

type Side = "left" | "right";

function Picture({ url, alt, side }: { url: string; alt: string; side: Side }) {
  if (imageState(url).value === "failed") {
    return (
      <div class="failed">
        <p>{say("picture_failed")}</p>
        <button
          type="button"
          class="button small"
          onClick={(event) => {
            event.stopPropagation();
            loadAgain(url);
          }}
        >
          {say("try_again")}
        </button>
      </div>
    );
  }
  return <img src={url} alt={alt || say(`${side}_picture`)} referrerpolicy="no-referrer" draggable={false} />;
}

function ThingContent({ thing, side }: { thing: Thing; side: Side }) {
  const { kind, content, alt } = thing;
  if (kind === "image") return <Picture url={content} alt={alt ?? ""} side={side} />;
  if (kind === "markdown") return <MarkdownView text={content} />;
  return <p class={content.length > 280 ? "plain long" : "plain"}>{content}</p>;
}

// A few words for screen readers; never more than others can see, or have been told of what they see.
export function spoken(thing: Thing): string {
  const short = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}..` : text);
  if (thing.kind === "image") return thing.alt ? short(thing.alt) : say("a_picture");
  if (thing.kind === "markdown") return say("a_text");
  return short(thing.content);
}

interface Props {
  thing: Thing;
  side: Side;
  enabled: boolean;
  choose(): void;
}

export function ThingCard({ thing, side, enabled, choose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.scrollTo(0, 0), [thing]); // the next one begins at its beginning
  function clicked(event: MouseEvent) {
    const target = event.target as Element;
    if (target.closest("a, summary") || window.getSelection()?.toString()) return;
    choose();
  }
  return (
    <article class={`thing card ${thing.kind}`} data-side={side} data-item={thing.id} onClick={clicked}>
      <div
        class="thing-content"
        ref={box}
        tabIndex={thing.kind === "image" ? undefined : 0}
        role="group"
        aria-label={say(`${side}_one`)}
      >
        <ThingContent thing={thing} side={side} key={thing.id} />
      </div>
      <button
        type="button"
        class="choose"
        aria-disabled={!enabled}
        aria-label={say(`choose_${side}`, { thing: spoken(thing) })}
        aria-keyshortcuts={side === "left" ? "ArrowLeft" : "ArrowRight"}
        onClick={(event) => {
          event.stopPropagation();
          choose();
        }}
      >
        {side === "left" && <kbd aria-hidden="true">←</kbd>} {say("this_one")}{" "}
        {side === "right" && <kbd aria-hidden="true">→</kbd>}
      </button>
    </article>
  );
}
