const tooltip = { renderMode: 'richText', confine: true } as const
export type Option = Readonly<Record<string, unknown>>

/** Bars over days. */
export function barsByDay(labels: readonly string[], series: readonly { readonly name: string; readonly data: readonly number[] }[], unit = ''): Option {
  return {
    grid: { left: 50, right: 12, top: series.length > 1 ? 34 : 24, bottom: 26 }, tooltip: { ...tooltip, trigger: 'axis', axisPointer: { type: 'shadow' } },
    ...(series.length > 1 ? { legend: { top: 2 } } : {}),
    xAxis: { type: 'category', data: labels, axisTick: { show: false } }, yAxis: { type: 'value', name: unit, minInterval: unit === '' ? 1 : 0, splitNumber: 4 },
    series: series.map(({ name, data }, index) => ({ type: 'bar', name, data, barMaxWidth: 26, ...(index > 0 ? { itemStyle: { opacity: 0.45 } } : {}) })),
  }
}

/** Bars that lie, the largest on top: for names of any length. */
export function ranking(parts: readonly { readonly name: string; readonly value: number }[], unit = ''): Option {
  const shown = parts.slice(0, 10).toReversed()
  return {
    grid: { left: 8, right: 48, top: 8, bottom: 24, containLabel: true }, tooltip: { ...tooltip, trigger: 'axis', axisPointer: { type: 'shadow' } },
    xAxis: { type: 'value', minInterval: unit === '' ? 1 : 0, splitNumber: 4 }, yAxis: { type: 'category', data: shown.map(({ name }) => name), axisTick: { show: false } },
    series: [{ type: 'bar', data: shown.map(({ value }) => value), barMaxWidth: 16, label: { show: true, position: 'right', fontSize: 11 } }],
  }
}

/** Shares of a whole as a ring. */
export function ring(parts: readonly { readonly name: string; readonly value: number }[]): Option {
  return {
    tooltip: { ...tooltip, trigger: 'item' }, legend: { type: 'scroll', orient: 'vertical', right: 8, top: 'middle', itemWidth: 10, itemHeight: 10 },
    series: [{ type: 'pie', radius: ['48%', '72%'], center: ['36%', '50%'], data: parts, label: { show: true, formatter: '{c}' }, labelLine: { length: 6, length2: 6 } }],
  }
}
