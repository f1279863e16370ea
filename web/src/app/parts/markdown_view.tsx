// The one place where HTML is put into the page as text: sanitised Markdown.
import { useMemo } from "preact/hooks";
import { markdownToHtml } from "../markdown";

export function MarkdownView({ text }: { text: string }) {
  const html = useMemo(() => markdownToHtml(text), [text]);
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}
