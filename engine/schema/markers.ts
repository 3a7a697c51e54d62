/** A named place of a model: shares (0 to 1) of its box across, upwards, and towards who looks at its front. */
export interface Marker {
  readonly name: string
  readonly at: readonly [number, number, number]
}

/** Most markers of one model: each has a value and a colour of its own among the component's properties. */
export const mostMarkers = 6

const share = String.raw`-?\d{1,4}(?:\.\d{1,3})?`
/** `Name: 50, 100, 50`, in percent of the model's box; the marks of Chinese writing too. An empty line keeps the places of those below it. */
export const markerLinePattern = new RegExp(String.raw`^\s*(.*?)\s*[:：]\s*(${share})\s*[,，]\s*(${share})\s*[,，]\s*(${share})\s*$`)

/** Whether each line is a marker or empty, and none is too many. */
export function areMarkers(lines: string): boolean {
  const list = lines.split('\n')
  return list.length <= mostMarkers && list.every((line) => line.trim() === '' || markerLinePattern.test(line))
}

/** The markers by line; undefined for a line that is none, so that the third line has the third value. */
export function readMarkers(lines: string): readonly (Marker | undefined)[] {
  return lines.split('\n').slice(0, mostMarkers).map((line) => {
    const [, name, x, y, z] = markerLinePattern.exec(line) ?? []
    return name === undefined ? undefined : { name, at: [Number(x) / 100, Number(y) / 100, Number(z) / 100] }
  })
}
