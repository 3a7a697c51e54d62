import type { Brush, Size } from '../paint/brush.ts'
import type { Fields, FieldValue, ValuesOf, Words } from '../schema/index.ts'

/**
 * What a running component wants from outside, and the property that what comes is written to. `clock`: the time in ms
 * since 1970, each `everyMs`. `request`: what a GET answers, as text, and of JSON the part at `path` (`data.rows`).
 * `history`: JSON `[{ tag, at: [ms…], values: [number|null…] }…]` of the last `spanMs`. `alarms`: JSON
 * `[{ at, tag, text, level, state }…]`, newest first. `camera`: the address of a cloud camera's live stream. `weather`: what
 * the address answers, in which `{province}`, `{city}` and `{district}` stand for the place; without one the host's own
 * address is asked, and where it has none `null` comes: nothing is known. `blank`: nothing ever comes and nothing stands there
 * while it runs; what the property holds is for the designer alone.
 */
export type Feed = { readonly prop: string } & (
  | { readonly kind: 'clock'; readonly everyMs: number }
  | { readonly kind: 'request'; readonly url: string; readonly path: string; readonly everyMs: number }
  | { readonly kind: 'history'; readonly tags: readonly string[]; readonly spanMs: number; readonly everyMs: number }
  | { readonly kind: 'alarms'; readonly limit: number; readonly everyMs: number }
  | { readonly kind: 'weather'; readonly url: string; readonly path: string; readonly everyMs: number; readonly place: WeatherPlace }
  | { readonly kind: 'camera'; readonly serial: string; readonly channel: number }
  | { readonly kind: 'blank' }
)

/** A feed that somebody outside has to open. */
export type OpenedFeed = Exclude<Feed, { readonly kind: 'blank' }>

/** Of which place the weather is asked; '' for what is not said. */
export interface WeatherPlace {
  readonly province: string
  readonly city: string
  readonly district: string
}

/** What stands above the canvas as an element of the page, while the drawing runs: the brush cannot say it. */
export type DomOverlay =
  /** `url` '': there is none, and the cover says so. */
  | { readonly kind: 'video'; readonly url: string; readonly stream: 'flv' | 'mp4'; readonly poster: string; readonly fit: 'fill' | 'contain' | 'cover'; readonly isMuted: boolean }
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'model'; readonly url: string; readonly background: string; readonly turnsPerMinute: number; readonly markers: readonly OverlayMarker[] }

/** A named place of a model, as shares of its box across, upwards and towards the front, with what it shows. */
export interface OverlayMarker {
  readonly name: string
  readonly at: readonly [number, number, number]
  readonly value: string
  readonly color: string
}

/** One entry of the toolbox that starts as something else than the type's defaults: a symbol of a library, say. */
export interface Variant {
  readonly id: string
  readonly words: Words
  /** Its section within the type's palette; absent: it stands there as a type without variants does. */
  readonly section?: Words
  readonly props: Readonly<Record<string, FieldValue>>
  readonly size: Size
  /** As of a type: words among its props, in English as they stand there. */
  readonly texts?: Readonly<Record<string, Words>>
}

/** A number and what it means where it stands. */
export interface NamedNumber {
  readonly value: number
  readonly words: Words
}

/** One kind of component, said once: inspector, binding dialog, file check, palette and words all read this. */
export interface ComponentType<F extends Fields = Fields> {
  readonly type: string
  readonly words: Words
  /** Other words by which people look for it. */
  readonly alsoCalled?: Words
  /** The toolbox's section. */
  readonly palette: 'basic' | 'shape' | 'plant' | 'chart' | 'symbol' | 'more'
  readonly size: Size
  readonly fields: F
  /** Every field's default, by name. */
  readonly defaults: ValuesOf<F>
  /**
   * The fields whose default is words for people, in both languages, in English as the default is: a new one begins with those of
   * who puts it there (`initialProps`). A file without the property means the English.
   */
  readonly texts?: { readonly [K in keyof F & string]?: Words }
  /** Draws the component with whole props (defaults filled in) into its box. Pure: same input, same calls. */
  draw(brush: Brush, props: ValuesOf<F>, size: Size): void
  /**
   * For a line whose ends stick to other components: the fields that hold what they stick to (`componentId:anchor`), its
   * points, and how it runs between. Transactions keep such a line on its anchors.
   */
  readonly ends?: { readonly from: keyof F & string; readonly to: keyof F & string; readonly points: keyof F & string; readonly routing: keyof F & string; readonly bends?: keyof F & string }
  /** For what runs through points in curves where its properties say so: the fields that hold its points, how its corners are joined, their radius, and how broad it is. */
  readonly curve?: { readonly points: keyof F & string; readonly corners: keyof F & string; readonly radius: keyof F & string; readonly breadth: keyof F & string }
  /** The flag that takes its effect from it while it is set: a click on it does nothing then. */
  readonly off?: keyof F & string
  /**
   * What stands for the whole when it is only a few pixels large on screen: the colour of a field, or, where its colour tells a
   * state, the one that its props make. Pure.
   */
  readonly standIn: (keyof F & string) | OfProps<ValuesOf<F>>['color']
  /** Whether how far it is filled tells its value: it is then drawn whole for as long as its longer side can be seen. */
  readonly isBar?: boolean
  /**
   * The field that says nothing but the colour of the fill or stroke, where `draw` makes one primitive without a border: a
   * live value of it alone is then written into that primitive, and nothing is drawn again.
   */
  readonly tint?: keyof F & string
  /**
   * The field whose words are all that `draw` makes, where nothing else is to be seen, in a box and a style that do not depend on
   * them; not while the flag `unless` is set. New words alone are then written in their place, and nothing else is drawn again.
   */
  readonly label?: { readonly field: keyof F & string; readonly unless: keyof F & string }
  /** Whether many of a drawing look the same, each of many primitives: what was drawn of one is kept and copied for the others, by all its fields and its size. */
  readonly isRepeated?: boolean
  /** Whether what is drawn through its points is an area, hit inside too; absent: a line. */
  readonly isArea?: boolean
  /** The choice whose option `page` means: as the drawing page's theme. `draw` is given the theme in its place. */
  readonly followsPage?: keyof F & string
  /** Fields, its own or those of every component, that mean nothing while its props are so: the inspector leaves them out. */
  idle?(props: ValuesOf<F>): readonly string[]
  /** Numbers that mean something each while its props are so, by the field that takes them: a person chooses one by its name, a tag drives the number. */
  named?(props: ValuesOf<F>): { readonly [K in keyof F & string]?: readonly NamedNumber[] }
  /** Properties that a tag drives with the state of a device while its props are so: whoever binds them is offered the points that say one (`project/device/$state`). */
  ofDevice?(props: ValuesOf<F>): readonly (keyof F & string)[]
  /** Whether a drawing may hold one of it only. */
  readonly isSingle?: boolean
  /** The toolbox's entries; absent: one, as its defaults are. */
  readonly variants?: readonly Variant[]
  /** What it wants from outside while it runs, and not from tags: `bound` are the properties that those drive. Pure, like `draw`; asked again when its own props change. */
  feeds?(props: ValuesOf<F>, bound?: ReadonlySet<string>): readonly Feed[]
  /** The element that stands over its box while the drawing runs; null: none. */
  pin?(props: ValuesOf<F>): DomOverlay | null
  /**
   * What it shows, in words, for who cannot see it: "running", "62.5 %, above the limit"; '' for nothing. Pure. Absent: its
   * value, text and what else a tag drives, with words and units of the fields.
   */
  describe?(props: ValuesOf<F>, language: keyof Words): string
  /**
   * A type that is operated by its nature: a click acts on the tag bound to `prop`, unless the component has an action
   * of its own. `switch` sends the other of 0 and 1, `write` asks for the value. `inverse` is the flag by which 0 is on.
   */
  readonly operates?: { readonly prop: keyof F & string; readonly kind: 'switch' | 'write'; readonly inverse?: keyof F & string }
}

/** A method, for the sake of the catalog: its types are of many fields. */
interface OfProps<Props> {
  color(props: Props): string
}

/** The catalog holds types of many fields: their draw is called only with props resolved from their own fields. */
export type AnyComponentType = Omit<ComponentType, 'standIn' | 'draw' | 'feeds' | 'pin' | 'describe' | 'idle' | 'named' | 'ofDevice' | 'texts'> & {
  readonly standIn: string | OfProps<Readonly<Record<string, FieldValue>>>['color']
  readonly texts?: Readonly<Record<string, Words | undefined>>
  draw(brush: Brush, props: Readonly<Record<string, FieldValue>>, size: Size): void
  feeds?(props: Readonly<Record<string, FieldValue>>, bound?: ReadonlySet<string>): readonly Feed[]
  pin?(props: Readonly<Record<string, FieldValue>>): DomOverlay | null
  describe?(props: Readonly<Record<string, FieldValue>>, language: keyof Words): string
  idle?(props: Readonly<Record<string, FieldValue>>): readonly string[]
  named?(props: Readonly<Record<string, FieldValue>>): Readonly<Record<string, readonly NamedNumber[] | undefined>>
  ofDevice?(props: Readonly<Record<string, FieldValue>>): readonly string[]
}

/** The mould of a component type; fills `defaults` from the fields. */
export function defineComponent<const F extends Fields>(definition: Omit<ComponentType<F>, 'defaults'>): ComponentType<F> {
  const defaults = Object.fromEntries(Object.entries(definition.fields).map(([name, field]) => [name, field.default]))
  return Object.freeze({ ...definition, defaults: Object.freeze(defaults) as ValuesOf<F> })
}
