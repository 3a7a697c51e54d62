export type {
  ChoiceField,
  ColorField,
  Field,
  Fields,
  FieldValue,
  FlagField,
  NumberField,
  PointsField,
  TextField,
  TextFormat,
  FieldValues,
  Words,
} from './field.ts'
export { choice, color, flag, number, points, text } from './field.ts'
export type { Parsed, Problem } from './parse.ts'
export {
  areTags,
  endPattern,
  parse,
  safePictureUrl,
  createFieldSchema,
  createFieldsSchema,
  tagPattern,
} from './parse.ts'
export type { Gradient, GradientStop, GradientStops } from './color.ts'
export {
  colorPattern,
  cssFill,
  endToEnd,
  isEndToEnd,
  isFill,
  maxStops,
  plainColor,
  readGradient,
  toStops,
  writeGradient,
} from './color.ts'
export type { Marker } from './markers.ts'
export { areMarkers, markerLinePattern, maxMarkers, readMarkers } from './markers.ts'
export { messageWords } from './messageWords.ts'
export { provinces } from './provinces.ts'
export { formatExponent, formatFixed, formatValue, roundTo } from './rounding.ts'
export { toBytes, mixColors, shadeAt, multiplyColorAlpha } from './shades.ts'
export { safeUrl } from './url.ts'
export { decodeAs, decodeText } from './decodeText.ts'
export type { DecodedText } from './decodeText.ts'
