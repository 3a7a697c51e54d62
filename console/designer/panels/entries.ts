import { type AnyComponentType, catalog, initialProps, type Variant } from '@mimic/engine/catalog'
import type { FieldValue, Words } from '@mimic/engine/schema'

/** One thing of the toolbox: a type as it is, or one of its variants. */
export interface Entry {
  readonly key: string
  readonly type: AnyComponentType
  readonly words: Words
  readonly variant: Variant | null
}

export const palettes = ['basic', 'shape', 'chart', 'plant', 'symbol', 'more'] as const
export type Palette = (typeof palettes)[number]

/** A heading within a palette, absent where it has none, and what stands under it. */
export interface Shelf {
  readonly title: Words | null
  readonly entries: readonly Entry[]
}

const all: readonly Entry[] = catalog.list.flatMap((type): Entry[] => type.variants
  ? type.variants.map((variant) => ({ key: `${type.type}/${variant.id}`, type, words: variant.words, variant }))
  : [{ key: type.type, type, words: type.words, variant: null }])

/** What a palette holds, shelf by shelf, less what the words searched for do not find. */
export function shelvesOf(palette: Palette, search: string): readonly Shelf[] {
  const shelves = new Map<string, { title: Words | null; entries: Entry[] }>()
  for (const entry of all) {
    if (entry.type.palette !== palette || !isFound(entry, search)) continue
    const title = entry.variant?.section ?? null
    const shelf = shelves.get(title?.en ?? '') ?? { title, entries: [] }
    shelf.entries.push(entry)
    shelves.set(title?.en ?? '', shelf)
  }
  return [...shelves.values()]
}

/** What an entry becomes on the drawing, before it has a name and a place. */
export interface Newcomer {
  readonly type: string
  readonly size: { readonly width: number; readonly height: number }
  readonly props: Readonly<Record<string, FieldValue>>
}

const newcomers = new Map<string, Newcomer>()

/** An entry with the words of who puts it there; the same object each time, so that it is known again. */
export function newcomerOf({ key, type, variant }: Entry, language: keyof Words): Newcomer {
  const name = `${language} ${key}`
  const made = newcomers.get(name) ?? { type: type.type, size: variant?.size ?? type.size, props: initialProps(type, variant, language) }
  newcomers.set(name, made)
  return made
}

export function entryOf(key: string): Entry | undefined {
  return all.find((entry) => entry.key === key)
}

const byType = new Map<string, Entry[]>()
for (const entry of all) byType.set(entry.type.type, [...byType.get(entry.type.type) ?? [], entry])

/** The entry that a component looks like: of a type's variants the one it was put as. Undefined: it is a group, or of a type that is not installed. */
export function entryLike({ type, props }: { readonly type: string; readonly props: Readonly<Record<string, unknown>> }): Entry | undefined {
  const entries = byType.get(type) ?? []
  const shown = { ...entries[0]?.type.defaults, ...props }
  const said = ({ variant }: Entry): number => {
    const own = Object.entries(variant?.props ?? {}).filter(([name]) => !variant?.texts?.[name])
    return own.every(([name, value]) => Object.is(shown[name], value)) ? own.length : -1
  }
  // Of two that it is alike the one that says more of it.
  return entries.toSorted((a, b) => said(b) - said(a))[0]
}

/** Each of the words is found in what it is called, in either language, or in what else people call it: in whatever order they are typed. */
function isFound({ words, type, variant, key }: Entry, search: string): boolean {
  const wanted = search.toLowerCase().split(/[\s,，、]+/).filter(Boolean)
  const called = [words.en, words.zh, variant?.section?.en, variant?.section?.zh, type.alsoCalled?.en, type.alsoCalled?.zh, key].join('\n').toLowerCase()
  return wanted.every((word) => called.includes(word))
}
