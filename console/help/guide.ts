import type { Words } from '@mimic/engine/schema'
import type { Edition } from '../stores/session/preferences.ts'

/** A content block of a help page. */
export type Piece =
  | { readonly kind: 'text'; readonly words: Words }
  | { readonly kind: 'steps'; readonly steps: readonly Words[] }
  | { readonly kind: 'terms'; readonly terms: readonly { readonly name: Words; readonly meaning: Words }[] }
  | { readonly kind: 'note'; readonly words: Words }
  | { readonly kind: 'figure'; readonly figure: FigureName; readonly words: Words }
  | { readonly kind: 'errors' }
  | { readonly kind: 'link'; readonly to: string | ((edition: Edition | null) => string); readonly words: Words }

/** Diagrams of the help pages; `Figure.tsx` draws them. */
export const figureNames = [
  'system',
  'street',
  'tunnel',
  'industry',
  'workOrder',
  'energy',
  'camera',
  'roles',
  'secondStep',
  'values',
  'designer',
  'running',
  'variables',
  'linkage',
] as const
export type FigureName = (typeof figureNames)[number]

export interface Guide {
  readonly path: string
  readonly title: Words
  /** One sentence below the title. */
  readonly lead: Words
  readonly sections: readonly { readonly heading: Words; readonly pieces: readonly Piece[] }[]
}

export const text = (en: string, zh: string): Piece => ({ kind: 'text', words: { en, zh } })
export const note = (en: string, zh: string): Piece => ({ kind: 'note', words: { en, zh } })
export const steps = (...list: readonly (readonly [en: string, zh: string])[]): Piece => ({
  kind: 'steps',
  steps: list.map(([en, zh]) => ({ en, zh })),
})
export const terms = (
  ...list: readonly (readonly [en: string, zh: string, meansEn: string, meansZh: string])[]
): Piece => ({
  kind: 'terms',
  terms: list.map(([en, zh, meaningEn, meaningZh]) => ({
    name: { en, zh },
    meaning: { en: meaningEn, zh: meaningZh },
  })),
})
export const figure = (name: FigureName, en: string, zh: string): Piece => ({
  kind: 'figure',
  figure: name,
  words: { en, zh },
})
export const link = (to: string | ((edition: Edition | null) => string), en: string, zh: string): Piece => ({
  kind: 'link',
  to,
  words: { en, zh },
})
