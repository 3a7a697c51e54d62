import type { Fields } from '../schema/index.ts'
import type { Catalog } from './catalog.ts'

/**
 * Roles of components in imported drawings. Importers use roles (`role.rect`) only, so that no file outside this folder
 * refers to a type by name.
 */
export const role = {
  rect: 'rect',
  ellipse: 'ellipse',
  triangle: 'triangle',
  line: 'line',
  connector: 'connector',
  polygon: 'polygon',
  text: 'text',
  image: 'image',
  pipe: 'pipe',
  lamp: 'lamp',
  progress: 'progress',
  gauge: 'gauge',
  button: 'button',
  toggle: 'toggle',
  input: 'input',
  video: 'video',
  page: 'page',
} as const
/** Name of a role in `role`. */
export type Role = keyof typeof role

/** Look properties, independent of the field names of a type. */
export type Trait =
  | 'fill'
  | 'stroke'
  | 'strokeWidth'
  | 'strokeStyle'
  | 'radius'
  | 'text'
  | 'fontSize'
  | 'fontColor'
  | 'fontWeight'
  | 'fontFamily'
  | 'align'
  | 'valign'
  | 'points'
  | 'startArrow'
  | 'endArrow'
  | 'picture'
  | 'address'
  | 'value'
  | 'min'
  | 'max'
  | 'unit'
  | 'decimals'
  | 'showValue'
  | 'flow'
  | 'flowColor'
  | 'thickness'
  | 'fontItalic'
  | 'wrap'
  | 'lineHeight'
  | 'dashes'
  | 'lineEnds'
  | 'routing'
  | 'bends'
  | 'startHead'
  | 'endHead'
  | 'fit'
  | 'barColor'
  | 'direction'
  | 'lowLimit'
  | 'highLimit'

/** Type name of each role, for example `names.rect`; absent if no installed type fits. */
export type TypeNames = Readonly<Partial<Record<Role, string>>>

/** Returns the first installed type of each role; later candidates are substitutes. */
export function typesForRoles(catalog: Catalog): TypeNames {
  const found = Object.entries(candidates).map(([name, types]) => [name, types.find((type) => catalog.get(type))])
  return Object.fromEntries(found.filter(([, type]) => type !== undefined))
}

/** Returns the field of a type for a trait, or undefined. */
export function fieldForTrait(fields: Fields, trait: Trait): string | undefined {
  if (trait === 'picture') return Object.keys(fields).find((name) => getFormat(fields, name) === 'picture')
  if (trait === 'address') return Object.keys(fields).find((name) => getFormat(fields, name) === 'url')
  return traits[trait].find((name) => Object.hasOwn(fields, name))
}

const candidates: Readonly<Record<Role, readonly string[]>> = {
  rect: ['rect'],
  ellipse: ['circular'],
  triangle: ['triangle'],
  line: ['line'],
  connector: ['connector', 'line'],
  polygon: ['polygon', 'line'],
  text: ['text'],
  image: ['image'],
  pipe: ['pipe'],
  lamp: ['lamp', 'circular'],
  progress: ['progress', 'tank'],
  gauge: ['gauge', 'chart-gauge'],
  button: ['button', 'rect'],
  toggle: ['switch', 'button', 'rect'],
  input: ['value-input', 'button', 'rect'],
  video: ['video'],
  page: ['web-page'],
}

const traits: Readonly<Record<Exclude<Trait, 'picture' | 'address'>, readonly string[]>> = {
  fill: ['backgroundColor', 'fillColor'],
  stroke: ['borderColor', 'lineColor'],
  strokeWidth: ['borderWidth', 'lineWidth'],
  strokeStyle: ['borderStyle', 'lineStyle'],
  radius: ['radius'],
  text: ['text'],
  fontSize: ['fontSize'],
  fontColor: ['fontColor'],
  fontWeight: ['fontWeight'],
  fontFamily: ['fontFamily'],
  align: ['align'],
  valign: ['valign'],
  points: ['points'],
  startArrow: ['startArrow'],
  endArrow: ['endArrow'],
  value: ['value'],
  min: ['min'],
  max: ['max'],
  unit: ['unit'],
  decimals: ['decimals'],
  flow: ['flow'],
  flowColor: ['flowColor'],
  thickness: ['thickness'],
  showValue: ['showValue'],
  fontItalic: ['fontItalic'],
  wrap: ['wrap'],
  lineHeight: ['lineSpacing'],
  dashes: ['dashes'],
  lineEnds: ['lineEnds'],
  routing: ['routing'],
  bends: ['bends'],
  startHead: ['startHead'],
  endHead: ['endHead'],
  fit: ['fit'],
  barColor: ['barColor', 'liquidColor'],
  direction: ['direction'],
  lowLimit: ['lowLimit'],
  highLimit: ['highLimit'],
}

function getFormat(fields: Fields, name: string): string | undefined {
  const field = fields[name]
  return field?.kind === 'text' ? field.format : undefined
}
