import { type AnyComponentType, catalog, initialProps, type Variant } from '@mimic/engine/catalog'
import type { FieldValue, Words } from '@mimic/engine/schema'

/** Toolbox entry: a component type or one of its variants. */
export interface Entry {
  readonly key: string
  readonly type: AnyComponentType
  readonly words: Words
  readonly variant: Variant | null
}

export const palettes = ['basic', 'shape', 'chart', 'plant', 'symbol', 'more'] as const
export type Palette = (typeof palettes)[number]

/** Section of a palette; `title` is null if it has no heading. */
export interface PaletteSection {
  readonly title: Words | null
  readonly entries: readonly Entry[]
}

const all: readonly Entry[] = catalog.list.flatMap((type): Entry[] =>
  type.variants
    ? type.variants.map((variant) => ({ key: `${type.type}/${variant.id}`, type, words: variant.words, variant }))
    : [{ key: type.type, type, words: type.words, variant: null }],
)

/** Sections of a palette with the entries that match the search. */
export function getSections(palette: Palette, search: string): readonly PaletteSection[] {
  const sections = new Map<string, { title: Words | null; entries: Entry[] }>()
  for (const entry of all) {
    if (entry.type.palette !== palette || !matchesSearch(entry, search)) continue
    const title = entry.variant?.section ?? null
    const section = sections.get(title?.en ?? '') ?? { title, entries: [] }
    section.entries.push(entry)
    sections.set(title?.en ?? '', section)
  }
  return [...sections.values()]
}

/** Component to create from an entry, without name and position. */
export interface NewComponent {
  readonly type: string
  readonly size: { readonly width: number; readonly height: number }
  readonly props: Readonly<Record<string, FieldValue>>
}

const newComponents = new Map<string, NewComponent>()

/**
 * Component to create from an entry, with texts in `language`. Returns the same object on every call, so that it can be
 * compared by identity.
 */
export function createComponent({ key, type, variant }: Entry, language: keyof Words): NewComponent {
  const name = `${language} ${key}`
  const created = newComponents.get(name) ?? {
    type: type.type,
    size: variant?.size ?? type.size,
    props: initialProps(type, variant, language),
  }
  newComponents.set(name, created)
  return created
}

export function findEntry(key: string): Entry | undefined {
  return all.find((entry) => entry.key === key)
}

const byType = new Map<string, Entry[]>()
for (const entry of all) byType.set(entry.type.type, [...(byType.get(entry.type.type) ?? []), entry])

/** Entry that matches a component, including its variant. Undefined for groups and unknown types. */
export function findMatchingEntry({
  type,
  props,
}: {
  readonly type: string
  readonly props: Readonly<Record<string, unknown>>
}): Entry | undefined {
  const entries = byType.get(type) ?? []
  const shown = { ...entries[0]?.type.defaults, ...props }
  const countMatches = ({ variant }: Entry): number => {
    const own = Object.entries(variant?.props ?? {}).filter(([name]) => !variant?.texts?.[name])
    return own.every(([name, value]) => Object.is(shown[name], value)) ? own.length : -1
  }
  // Prefer the entry that matches more properties.
  return entries.toSorted((a, b) => countMatches(b) - countMatches(a))[0]
}

/** Returns true if every search word matches a name, in either language, or a synonym, in any order. */
function matchesSearch({ words, type, variant, key }: Entry, search: string): boolean {
  const terms = search
    .toLowerCase()
    .split(/[\s,，、]+/)
    .filter(Boolean)
  const searchText = [
    words.en,
    words.zh,
    variant?.section?.en,
    variant?.section?.zh,
    type.alsoCalled?.en,
    type.alsoCalled?.zh,
    key,
  ]
    .join('\n')
    .toLowerCase()
  return terms.every((word) => searchText.includes(word))
}
