import type { Brush, Size } from '../paint/brush/brush.ts'
import type { Fields, FieldValue, FieldValues, Words } from '../schema/index.ts'

/**
 * An external data source of a running component, and the property that receives the data.
 * - `clock`: the time in ms since 1970, every `everyMs`.
 * - `request`: the response of a GET request as text; for JSON, the part at `path` (`data.rows`).
 * - `history`: JSON `[{ tag, at: [ms…], values: [number|null…] }…]` of the last `spanMs`.
 * - `alarms`: JSON `[{ at, tag, text, level, state }…]`, newest first.
 * - `camera`: the address of a cloud camera's live stream.
 * - `weather`: the response of the address, with `{province}`, `{city}` and `{district}` replaced. Without an address
 *   the host's default is used; if the host has none, the value is `null`.
 * - `blank`: no data. The property is empty at run time; its value is for the designer only.
 */
export type Feed = { readonly prop: string } & (
  | { readonly kind: 'clock'; readonly everyMs: number }
  | { readonly kind: 'request'; readonly url: string; readonly path: string; readonly everyMs: number }
  | { readonly kind: 'history'; readonly tags: readonly string[]; readonly spanMs: number; readonly everyMs: number }
  | { readonly kind: 'alarms'; readonly limit: number; readonly everyMs: number }
  | {
      readonly kind: 'weather'
      readonly url: string
      readonly path: string
      readonly everyMs: number
      readonly place: WeatherPlace
    }
  | { readonly kind: 'camera'; readonly serial: string; readonly channel: number }
  | { readonly kind: 'blank' }
)

/** A feed that the host must open. */
export type OpenedFeed = Exclude<Feed, { readonly kind: 'blank' }>

/** Location for the weather; '' for unset parts. */
export interface WeatherPlace {
  readonly province: string
  readonly city: string
  readonly district: string
}

/** Transport of a video: live FLV over HTTP, HLS, WebRTC by WHEP, or an MP4 file. */
export type VideoStream = 'flv' | 'hls' | 'webrtc' | 'mp4'

/** A DOM element above the canvas, for content that the brush cannot draw. Exists only while the drawing runs. */
export type DomOverlay =
  /** If `url` is '', a cover shows that there is no video. */
  | {
      readonly kind: 'video'
      readonly url: string
      readonly stream: VideoStream
      readonly poster: string
      readonly fit: 'fill' | 'contain' | 'cover'
      readonly isMuted: boolean
    }
  | { readonly kind: 'page'; readonly url: string }
  | {
      readonly kind: 'model'
      readonly url: string
      readonly background: string
      readonly turnsPerMinute: number
      readonly markers: readonly OverlayMarker[]
    }

/** A named point of a model with a displayed value. `at`: fractions of the bounding box (right, up, to the front). */
export interface OverlayMarker {
  readonly name: string
  readonly at: readonly [number, number, number]
  readonly value: string
  readonly color: string
}

/** A toolbox entry whose properties differ from the type's defaults, for example a symbol of a symbol library. */
export interface Variant {
  readonly id: string
  readonly words: Words
  /** Section in the palette of the type; absent: listed directly in the palette. */
  readonly section?: Words
  readonly props: Readonly<Record<string, FieldValue>>
  readonly size: Size
  /** Localized texts of its properties, as for a type. */
  readonly texts?: Readonly<Record<string, Words>>
}

/** A number and its meaning. */
export interface NamedNumber {
  readonly value: number
  readonly words: Words
}

/**
 * Declaration of a component type. Inspector, binding dialog, file validation, toolbox and translations are derived
 * from it.
 *
 * ```ts
 * export const rect = defineComponent({
 *   type: 'rect',
 *   words: { en: 'Rectangle', zh: '矩形' },
 *   palette: 'shape',
 *   size: { width: 120, height: 80 },
 *   miniatureColor: 'backgroundColor',
 *   fields: { ...backgroundField, ...borderFields },
 *   draw(brush, props, size) { brush.rect(0, 0, size.width, size.height, { fill: props.backgroundColor }) },
 * })
 * ```
 */
export interface ComponentType<F extends Fields = Fields> {
  readonly type: string
  readonly words: Words
  /** Search synonyms. */
  readonly alsoCalled?: Words
  /** Toolbox section. */
  readonly palette: 'basic' | 'shape' | 'plant' | 'chart' | 'symbol' | 'more'
  readonly size: Size
  readonly fields: F
  /** Default of every field. */
  readonly defaults: FieldValues<F>
  /**
   * Fields whose default is a displayed text, in all languages; the default is English. New components get the text in
   * the user's language (`initialProps`). In a file, a missing property is the English text.
   */
  readonly texts?: { readonly [K in keyof F & string]?: Words }
  /**
   * Draws the component into its box. `props` are complete (defaults included). Must be pure: equal input gives equal
   * brush calls.
   */
  draw(brush: Brush, props: FieldValues<F>, size: Size): void
  /**
   * For lines that can be attached: the fields with their attachments (`componentId:anchor`), points, routing mode and
   * waypoints. Transactions keep such lines attached.
   */
  readonly ends?: {
    readonly from: keyof F & string
    readonly to: keyof F & string
    readonly points: keyof F & string
    readonly routing: keyof F & string
    readonly bends?: keyof F & string
  }
  /** For lines that can be curved: the fields with their points, corner style, corner radius and width. */
  readonly curve?: {
    readonly points: keyof F & string
    readonly corners: keyof F & string
    readonly radius: keyof F & string
    readonly breadth: keyof F & string
  }
  /** A flag field that disables the component: clicks have no effect while it is set. */
  readonly disabledProp?: keyof F & string
  /**
   * Colour that replaces the component when it is only a few pixels large on screen: the colour of a field or, if
   * colour shows a state, a pure function of its properties.
   */
  readonly miniatureColor: (keyof F & string) | ColorMethod<FieldValues<F>>['color']
  /** True if its fill level shows the value. It is then drawn completely as long as its longer side is visible. */
  readonly isFillLevel?: boolean
  /**
   * Field that only sets the fill or stroke colour, if `draw` creates one primitive without a border. A live value of
   * only this field is written to the primitive without drawing again.
   */
  readonly tint?: keyof F & string
  /**
   * Text field that is the only output of `draw`, in a box and style that do not depend on the text, unless the flag
   * `unless` is set. A new text alone is then replaced without drawing anything else.
   */
  readonly label?: { readonly field: keyof F & string; readonly unless: keyof F & string }
  /**
   * True for types with many primitives of which drawings contain many equal copies. Drawn primitives are cached by
   * field values and size.
   */
  readonly isRepeated?: boolean
  /** True if the component shows times in the time zone of the browser. */
  readonly showsTimes?: boolean
  /** True if the points enclose an area that can be clicked; default: a line. */
  readonly isArea?: boolean
  /** Choice field whose option `page` selects the theme of the drawing page. `draw` receives the theme instead. */
  readonly followsPage?: keyof F & string
  /** Returns the fields, own or common, that have no effect with these properties. The inspector hides them. */
  fieldsWithoutEffect?(props: FieldValues<F>): readonly string[]
  /** Returns the named numbers of fields: users choose a name, tags provide the number. */
  namedNumbers?(props: FieldValues<F>): { readonly [K in keyof F & string]?: readonly NamedNumber[] }
  /**
   * Returns the properties that currently represent a device state. The binding dialog suggests points with a state for
   * them (`project/device/$state`).
   */
  deviceStateProps?(props: FieldValues<F>): readonly (keyof F & string)[]
  /** True if a drawing may contain only one component of this type. */
  readonly isSingle?: boolean
  /** Toolbox entries; default: one entry with the default properties. */
  readonly variants?: readonly Variant[]
  /**
   * Returns the external data sources at run time, except tags. `bound` are the properties driven by tags. Must be
   * pure; called again when the component's own properties change.
   */
  feeds?(props: FieldValues<F>, bound?: ReadonlySet<string>): readonly Feed[]
  /** Returns the DOM element above its box at run time, or null. */
  overlay?(props: FieldValues<F>): DomOverlay | null
  /**
   * Describes its state for screen readers, for example "running" or "62.5 %, above the limit"; '' for none. Must be
   * pure. Default: its value, text and other bound properties, with names and units of the fields.
   */
  describe?(props: FieldValues<F>, language: keyof Words): string
  /**
   * For controls: a click writes to the tag bound to `prop`, unless the component has its own action. `switch` toggles
   * between 0 and 1, `write` prompts for a value. `inverse` is the flag that inverts 0 and 1.
   */
  readonly operates?: {
    readonly prop: keyof F & string
    readonly kind: 'switch' | 'write'
    readonly inverse?: keyof F & string
  }
}

/** A method, so that its parameter is bivariant and the catalog can hold types with different fields. */
interface ColorMethod<Props> {
  color(props: Props): string
}

/**
 * Type without its specific fields, as stored in the catalog. Call `draw` only with properties resolved from its own
 * fields.
 */
export type AnyComponentType = Omit<
  ComponentType,
  | 'miniatureColor'
  | 'draw'
  | 'feeds'
  | 'overlay'
  | 'describe'
  | 'fieldsWithoutEffect'
  | 'namedNumbers'
  | 'deviceStateProps'
  | 'texts'
> & {
  readonly miniatureColor: string | ColorMethod<Readonly<Record<string, FieldValue>>>['color']
  readonly texts?: Readonly<Record<string, Words | undefined>>
  draw(brush: Brush, props: Readonly<Record<string, FieldValue>>, size: Size): void
  feeds?(props: Readonly<Record<string, FieldValue>>, bound?: ReadonlySet<string>): readonly Feed[]
  overlay?(props: Readonly<Record<string, FieldValue>>): DomOverlay | null
  describe?(props: Readonly<Record<string, FieldValue>>, language: keyof Words): string
  fieldsWithoutEffect?(props: Readonly<Record<string, FieldValue>>): readonly string[]
  namedNumbers?(
    props: Readonly<Record<string, FieldValue>>,
  ): Readonly<Record<string, readonly NamedNumber[] | undefined>>
  deviceStateProps?(props: Readonly<Record<string, FieldValue>>): readonly string[]
}

/** Defines a component type and derives `defaults` from its fields. */
export function defineComponent<const F extends Fields>(
  definition: Omit<ComponentType<F>, 'defaults'>,
): ComponentType<F> {
  const defaults = Object.fromEntries(Object.entries(definition.fields).map(([name, field]) => [name, field.default]))
  return Object.freeze({ ...definition, defaults: Object.freeze(defaults) as FieldValues<F> })
}
