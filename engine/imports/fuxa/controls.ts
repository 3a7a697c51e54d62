import { role } from '../../components/roles.ts'
import type { Role } from '../../components/roles.ts'
import type { Action } from '../../document/index.ts'
import { safePictureUrl, safeUrl } from '../../schema/index.ts'
import type { FieldValue } from '../../schema/index.ts'
import { readColor, transparent } from '../color.ts'
import { placeBox, getScale } from '../matrix.ts'
import type { PlacedFrame } from '../matrix.ts'
import { asNumber, getNumber, getOwn, getText } from '../untypedJson.ts'
import { addLine, scaleLook } from '../shapes.ts'
import type { ShapePart } from '../shapes.ts'
import type { Look, StyleRequest } from '../drawingBuilder.ts'
import type { Context } from '../svg/context.ts'
import { flatten } from '../svg/flatten.ts'
import { formatPlace } from '../svg/namespaces.ts'
import { readPath } from '../svg/pathData.ts'
import { declarationsIn } from '../svg/styles.ts'
import { getPart } from '../svg/parts.ts'
import type { SvgWalker } from '../svg/walker.ts'
import { textIn } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import type { Item } from './item.ts'

interface Control {
  readonly element: XmlElement
  readonly item: Item
  readonly context: Context
  readonly walker: SvgWalker
  readonly part: ShapePart
}

type Maker = (control: Control) => void

/** Controls with a counterpart in the catalog, by the last part of their type. */
const makers: ReadonlyMap<string, Maker> = new Map(
  Object.entries<Maker>({
    pipe: addPipe,
    gauge_progress: addProgress,
    html_bag: addGauge,
    html_button(control) {
      addBox(
        control,
        role.button,
        buttonLook(control),
        control.item.createRequests('area', false),
        control.item.action(),
      )
    },
    html_switch(control) {
      const { item, walker } = control
      const tag = item.commanded()
      const value = (key: string, otherwise: number) => asNumber(getOwn(item.options, key)) ?? otherwise
      const action: Action | null =
        tag === undefined ? null : { kind: 'switch', tag, on: value('onValue', 1), off: value('offValue', 0) }
      addBox(
        control,
        role.toggle,
        { ...buttonLook(control), text: item.name },
        walker.sketch.has(role.toggle, 'value') ? item.createRequest('value') : [],
        action,
      )
    },
    html_input: addInput,
    html_select: addInput,
    html_slider(control) {
      control.walker.sketch.book.change(control.part.path, control.item.name, 'control.reduced')
      addInput(control)
    },
    'own_ctrl-image': addImage,
    html_img: addImage,
    html_image: addImage,
    'own_ctrl-iframe': (control) => addAddress(control, role.page),
    'own_ctrl-video': (control) => addAddress(control, role.video),
  }),
)

/** Converts a control. Returns false if it should be drawn as its shapes instead. */
export function addControl(element: XmlElement, item: Item, context: Context, walker: SvgWalker): boolean {
  const kind = item.type.replace(/^svg-ext-/, '')
  const maker = makers.get(kind)
  if (!maker && !/^(?:html_|own_ctrl)/.test(kind)) return false
  const motion = maker === addPipe ? { animation: null, wishes: [] } : item.motion(true)
  const part: ShapePart = {
    ...getPart(element, context, 'area'),
    sourceName: kind,
    name: item.name || kind,
    ...motion,
    action: null,
  }
  const control = { element, item, context, walker, part }
  if (maker) maker(control)
  else {
    walker.sketch.book.change(part.path, kind, 'type.unknown')
    addBox(control, role.rect, placeholder(item.name || kind), [], null)
  }
  return true
}

function addBox(
  control: Control,
  shown: Role,
  look: Look,
  requests: readonly StyleRequest[],
  action: Action | null,
): void {
  const { part, walker } = control
  const frame = getFrame(control)
  if (frame)
    walker.sketch.add({ ...part, role: shown, frame, look, wishes: [...requests, ...(part.wishes ?? [])], action })
  else walker.sketch.book.lose(part.path, part.sourceName, 'shape.empty')
}

/** FUXA draws a pipe with three strokes: the inner one is the content, the outer one the wall. */
function addPipe(control: Control): void {
  const { element, item, context, walker, part } = control
  const paths = descendants(element, (child) => child.name === 'path')
  const inner = paths.find((path) => (path.attributes.get('id') ?? '').startsWith('pPIE')) ?? paths[1] ?? paths[0]
  const [outline] = inner ? readPath(inner.attributes.get('d') ?? '') : []
  if (!outline) return walker.sketch.book.lose(part.path, part.sourceName, 'shape.empty')
  const scale = getScale(context.matrix)
  const { options } = item
  const width = (getNumber(options, 'pipeWidth') ?? 6) * scale
  const wall = Math.max(0, ((getNumber(options, 'borderWidth') ?? 0) * scale - width) / 2)
  const color = (value: unknown, otherwise: string) =>
    (typeof value === 'string' ? readColor(value) : undefined) ?? otherwise
  const body = color(options?.pipe, '#b9c0c7ff')
  const look: Look = {
    fill: body,
    stroke: color(options?.border, '#7c8792ff'),
    strokeWidth: wall,
    thickness: width + 2 * wall,
    flow: 'static',
    flowColor: color(options?.content, '#ffffffff'),
  }
  const flows = item.statesBy(flowKinds).map(({ name, states }): StyleRequest => ({
    prop: 'flow',
    name,
    path: item.path,
    via: { kind: 'states', states, otherwise: 'static' },
  }))
  const ink = { fill: transparent, stroke: body, strokeWidth: width, strokeStyle: 'solid' } as const
  const shown = item.createRequests('picture', false)
  const hasFlow = walker.sketch.has(role.pipe, 'flow')
  addLine(
    walker.sketch,
    { ...part, animation: null, wishes: hasFlow ? [...flows, ...shown] : shown, action: item.action() },
    flatten(outline, context.matrix),
    ink,
    { role: hasFlow ? role.pipe : role.line, look: hasFlow ? look : {} },
  )
}

const flowKinds: ReadonlyMap<string, FieldValue> = new Map([
  ['clockwise', 'forward'],
  ['anticlockwise', 'reverse'],
  ['stop', 'static'],
])

function addProgress(control: Control): void {
  const { element, item } = control
  const range = item.ranges[0]
  const byPrefix = (prefix: string) =>
    descendants(element, (child) => (child.attributes.get('id') ?? '').startsWith(prefix))[0]?.attributes.get('fill') ??
    ''
  const bar = readColor(getText(range, 'color')) ?? readColor(byPrefix('B-'))
  const look: Look = {
    fill: readColor(byPrefix('A-')) ?? '#e3e7eaff',
    direction: 'up',
    showValue: false,
    ...scaleLook(getNumber(range, 'min') ?? 0, getNumber(range, 'max') ?? 100),
    value: 0,
    ...(bar === undefined ? {} : { barColor: bar }),
    ...(item.format.unit === '' ? {} : { unit: item.format.unit }),
  }
  addBox(
    control,
    role.progress,
    look,
    [...item.createRequest('value'), ...item.createRequests('picture', false)],
    item.action(),
  )
}

function addGauge(control: Control): void {
  const { item } = control
  const { options } = item
  const decimals = getNumber(options, 'fractionDigits')
  const look: Look = {
    ...scaleLook(getNumber(options, 'minValue') ?? 0, getNumber(options, 'maxValue') ?? 100),
    value: 0,
    ...(decimals === undefined ? {} : { decimals }),
    fill: readColor(getText(options, 'backgroundColor')) ?? transparent,
  }
  addBox(
    control,
    role.gauge,
    look,
    [...item.createRequest('value'), ...item.createRequests('picture', false)],
    item.action(),
  )
}

/** An input field: a click prompts for the value to write, and the text shows the current value. */
function addInput(control: Control): void {
  const { item, walker } = control
  const tag = item.commanded()
  const { unit, decimals } = item.format
  const look: Look = {
    ...buttonLook(control),
    fill: '#ffffffff',
    stroke: '#7c8792ff',
    strokeWidth: 1,
    text: '',
    ...(unit === '' ? {} : { unit }),
    ...(decimals === undefined ? {} : { decimals }),
  }
  addBox(
    control,
    role.input,
    look,
    walker.sketch.has(role.input, 'value') ? item.createRequest('value') : item.createValueRequest(),
    tag === undefined ? null : { kind: 'write', tag, value: null },
  )
}

function addImage(control: Control): void {
  const { element, item, walker, part } = control
  const [inner] = descendants(element, (child) => child.name === 'image' || child.name.toLowerCase() === 'img')
  const address =
    inner?.attributes.get('href') ??
    inner?.attributes.get('xlink:href') ??
    inner?.attributes.get('src') ??
    getText(item.options, 'address')
  const picture = safePictureUrl(address)
  if (address === '' || picture === undefined) {
    walker.sketch.book.lose(part.path, address.slice(0, 80), address === '' ? 'shape.empty' : 'url.refused')
    return addBox(control, role.rect, placeholder(item.name), [], null)
  }
  addBox(control, role.image, { picture, fit: 'fill' }, item.createRequests('picture', false), item.action())
}

function addAddress(control: Control, shown: Role): void {
  const { item, walker, part } = control
  const address = safeUrl(getText(item.options, 'address'))
  if (!address || !walker.sketch.has(shown, 'address')) {
    walker.sketch.book.lose(part.path, item.name, address === undefined ? 'url.refused' : 'type.missing')
    return addBox(control, role.rect, placeholder(item.name), [], null)
  }
  addBox(control, shown, { address }, item.createRequests('picture', false), null)
}

/** Look of a control drawn by the browser inside the picture, as far as its CSS defines it. */
function buttonLook({ element, item, context }: Control): Look {
  const [inner] = descendants(element, (child) => /^(?:button|input|select)$/i.test(child.name))
  const style = new Map(declarationsIn(inner?.attributes.get('style') ?? '').map(([name, value]) => [name, value]))
  const size = Number.parseFloat(style.get('font-size') ?? '') || 14
  const words =
    (inner ? textIn(inner).replace(/\s+/g, ' ').trim() : '') ||
    getText(item.property, 'text') ||
    (inner ? '' : item.name)
  const radius = Number.parseFloat(style.get('border-radius') ?? '')
  return {
    text: words.slice(0, 500),
    fill: readColor(style.get('background-color') ?? style.get('background') ?? '') ?? '#e3e7eaff',
    fontColor: readColor(style.get('color') ?? '') ?? '#2f363dff',
    fontSize: size * getScale(context.matrix),
    fontWeight: /^(?:bold|[6-9]00)$/.test(style.get('font-weight') ?? '') ? 'bold' : 'normal',
    radius: Number.isFinite(radius) ? radius : 0,
    align: toAlign(style.get('text-align')),
    valign: 'middle',
  }
}

const toAlign = (text: string | undefined): string =>
  text === 'left' || text === 'start' ? 'left' : text === 'right' || text === 'end' ? 'right' : 'center'

const placeholder = (name: string): Look => ({
  fill: transparent,
  stroke: '#7c8792ff',
  strokeWidth: 1,
  strokeStyle: 'dashed',
  text: name.slice(0, 200),
  fontSize: 12,
})

/** Box of a control: its first rectangle, or the element that contains its HTML part. */
function getFrame({ element, context, walker }: Control): PlacedFrame | undefined {
  const sized = element.attributes.has('width')
    ? [element]
    : descendants(element, (child) => /^(?:rect|foreignObject|image)$/.test(child.name))
  const [first] = sized.filter((child) => child.attributes.has('width') && child.attributes.has('height'))
  if (!first) return undefined
  const length = (name: string) => walker.getLength(first, name, context)
  const { frame, isSheared } = placeBox(
    { x: length('x'), y: length('y'), width: length('width'), height: length('height') },
    context.matrix,
  )
  if (isSheared) walker.sketch.book.change(formatPlace(element), element.name, 'shape.skew')
  return frame.width > 0 && frame.height > 0 ? frame : undefined
}

/** Descendants that match, in document order, at most `most`. */
export function descendants(element: XmlElement, passes: (child: XmlElement) => boolean, limit = 8): XmlElement[] {
  const found: XmlElement[] = []
  const open = [...element.children].reverse()
  for (
    let at = open.pop(), visits = 0;
    at !== undefined && found.length < limit && visits < 2000;
    at = open.pop(), visits++
  ) {
    if (typeof at === 'string') continue
    if (passes(at)) found.push(at)
    for (let i = at.children.length - 1; i >= 0; i--) open.push(at.children[i] ?? '')
  }
  return found
}
