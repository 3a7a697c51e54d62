/**
 * A named position on a model, as fractions (0 to 1) of its box: to the right, upwards, and towards the viewer of its
 * front.
 */
export interface Marker {
  readonly name: string
  readonly at: readonly [number, number, number]
}

/** Maximum number of markers per model. Each has a value and a colour property on the component. */
export const maxMarkers = 6

const share = String.raw`-?\d{1,4}(?:\.\d{1,3})?`
/**
 * Pattern of `Name: 50, 100, 50`, in percent of the model's box; Chinese punctuation is accepted, too. An empty line
 * keeps the numbering of the following ones.
 */
export const markerLinePattern = new RegExp(
  String.raw`^\s*(.*?)\s*[:：]\s*(${share})\s*[,，]\s*(${share})\s*[,，]\s*(${share})\s*$`,
)

/** Whether each line is a marker or empty, and there are not too many lines. */
export function areMarkers(lines: string): boolean {
  const list = lines.split('\n')
  return list.length <= maxMarkers && list.every((line) => line.trim() === '' || markerLinePattern.test(line))
}

/**
 * Parses markers, one per line. Invalid and empty lines give undefined, so that line numbers match the numbered values.
 */
export function readMarkers(lines: string): readonly (Marker | undefined)[] {
  return lines
    .split('\n')
    .slice(0, maxMarkers)
    .map((line) => {
      const [, name, x, y, z] = markerLinePattern.exec(line) ?? []
      return name === undefined ? undefined : { name, at: [Number(x) / 100, Number(y) / 100, Number(z) / 100] }
    })
}
