export type {
  ChoiceField, ColorField, Field, Fields, FieldValue, FlagField, NumberField, PointsField, TextField, ValuesOf, Words,
} from './field.ts'
export { choice, color, flag, number, points, text } from './field.ts'
export type { Parsed, Problem } from './parse.ts'
export { parse, schemaOfField, schemaOfFields } from './parse.ts'
