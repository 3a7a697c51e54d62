import type { EntityValues } from '../../../contract/entity/field.ts'
import { type DeviceKind, pointsByKind } from '../../simulator/plant.ts'
import type { SeedStep } from './seedStep.ts'

/** Products by device kind. */
export const products = {
  pump: { name: 'Feed pump', category: 'other' },
  tank: { name: 'Tank', category: 'other' },
  valve: { name: 'Control valve', category: 'other' },
  line: { name: 'Filling line', category: 'other' },
  pole: { name: 'Street luminaire', category: 'lamp' },
  lamp: { name: 'Tunnel luminaire', category: 'lamp' },
  loop: { name: 'Loop controller', category: 'loop' },
  sensor: { name: 'Tunnel sensor', category: 'sensor' },
  cabinet: { name: 'Cabinet controller', category: 'cabinet' },
} as const satisfies Partial<Record<DeviceKind, { readonly name: string; readonly category: string }>>

/** Returns true for device kinds entered individually, which are not lighting facilities. */
export const isFactoryKind = (kind: DeviceKind): kind is 'pump' | 'tank' | 'valve' | 'line' =>
  ['pump', 'tank', 'valve', 'line'].includes(kind)

/** Products with thing models derived from the plant. */
export const productStep: SeedStep = {
  entity: 'product',
  rows: () =>
    productKinds.map((kind) => ({
      ...products[kind],
      code: `demo-${kind}`,
      nodeType: 'direct',
      transport: 'mqtt',
      manufacturer: 'Mimic',
      status: 'published',
      properties: listProperties(kind),
    })),
}

const cards: readonly EntityValues[] = [
  { kind: 'dial', label: 'Level of tank 01', tag: 'factory/tank-01/level', unit: '%', min: 0, max: 100 },
  { kind: 'dial', label: 'Pressure of pump 01', tag: 'factory/pump-01/pressure', unit: 'bar', min: 0, max: 8 },
  { kind: 'value', label: 'Flow of pump 01', tag: 'factory/pump-01/flow', unit: 'm³/h' },
  { kind: 'curve', label: 'Level of tank 01', tag: 'factory/tank-01/level', unit: '%', isWide: true },
  { kind: 'drawing', label: 'Pump house', drawing: 'pump-house', isWide: true },
]

/** A sample dashboard of the pump house. */
export const boardStep: SeedStep = {
  entity: 'dashboard',
  project: 'factory',
  rows: () => [
    {
      name: 'Pump house board',
      columns: 3,
      refreshS: 5,
      description: 'What the shift looks at: levels, flow, pressure and the drawing.',
      cards,
    },
  ],
}

type ProductKind = keyof typeof products
const productKinds: readonly ProductKind[] = [
  'pump',
  'tank',
  'valve',
  'line',
  'pole',
  'lamp',
  'loop',
  'sensor',
  'cabinet',
]

function listProperties(kind: ProductKind): EntityValues[] {
  return pointsByKind[kind].map(({ point, kind: type, unit, min, max, writable, words }) => ({
    identifier: point,
    label: words.en,
    type: type === 'flag' ? 'bool' : 'decimal',
    unit,
    ...(type === 'flag' ? {} : { min, max }),
    isWritable: writable,
  }))
}
