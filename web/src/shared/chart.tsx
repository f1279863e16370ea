// A chart of ECharts in the colours of the theme, as wide as its place. Beside it there must be a text or table that
// says the same: to those who do not see it, it is a picture with a label.
import { HeatmapChart, LineChart } from "echarts/charts";
import { GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import { type ComposeOption, init, use } from "echarts/core";
import type { HeatmapSeriesOption, LineSeriesOption } from "echarts/charts";
import type {
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from "echarts/components";
import { CanvasRenderer } from "echarts/renderers";
import { useEffect, useRef } from "preact/hooks";
import { useDark } from "./media";

use([HeatmapChart, LineChart, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent, CanvasRenderer]);

export type ChartOption = ComposeOption<
  | HeatmapSeriesOption
  | LineSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>;

const COLOURS = ["surface", "line", "ink", "ink-soft", "data", "data-other"] as const;
export type Colours = Record<(typeof COLOURS)[number], string>;

function themeColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Colours;
}

interface Props {
  label: string;
  option: (colours: Colours, width: number) => ChartOption;
  height: (width: number) => number;
  /** Of the point that was clicked: its index in the data. */
  onClick?: (index: number) => void;
}

export function Chart({ label, option, height, onClick }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const dark = useDark();
  useEffect(() => {
    const element = place.current!;
    const chart = init(element, null, { renderer: "canvas", width: element.clientWidth, height: 10 });
    const draw = () => {
      const width = element.clientWidth;
      element.style.height = `${height(width)}px`;
      chart.resize({ width, height: height(width) });
      chart.setOption({ animation: false, ...option(themeColours(), width) }, { notMerge: true });
    };
    draw();
    if (onClick) chart.on("click", (event) => onClick(event.dataIndex));
    let drawnAt = element.clientWidth;
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth === drawnAt) return;
      drawnAt = element.clientWidth;
      draw();
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      chart.dispose();
    };
  }, [option, height, onClick, dark]);
  return <div ref={place} class="chart" role="img" aria-label={label} />;
}

/** A tooltip drawn as text, so that no name is ever taken for HTML. */
export function textTooltip(colours: Colours): TooltipComponentOption {
  return {
    renderMode: "richText",
    backgroundColor: colours.surface,
    borderColor: colours.line,
    textStyle: { color: colours.ink, fontSize: 13 },
    confine: true,
  };
}
