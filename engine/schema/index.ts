export type {
  ChoiceField, ColorField, Field, Fields, FieldValue, FlagField, NumberField, PointsField, TextField, TextFormat, ValuesOf, Words,
} from './field.ts'
export { choice, color, flag, number, points, text } from './field.ts'
export type { Parsed, Problem } from './parse.ts'
export { areTags, endPattern, parse, safePictureUrl, schemaOfField, schemaOfFields, tagPattern } from './parse.ts'
export type { Gradient } from './color.ts'
export { colorPattern, cssFill, isFill, plainColor, readGradient, writeGradient } from './color.ts'
export type { Marker } from './markers.ts'
export { areMarkers, markerLinePattern, mostMarkers, readMarkers } from './markers.ts'
export { messageWords } from './messageWords.ts'
export { provinces } from './provinces.ts'
export { fixed, rounded } from './rounding.ts'
export { safeUrl } from './url.ts'
