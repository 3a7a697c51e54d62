import { role } from '../../components/roles.ts'
import type { Role } from '../../components/roles.ts'
import { safePictureUrl, safeUrl } from '../../schema/index.ts'
import { isClear, transparent } from '../color.ts'
import { getFlag, getList, getNumber, getOwn, getObject, getObjects, getText } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import { addOutlines, findFilledAreas } from '../filledOutlines.ts'
import { addArea, addConnector, addLine, borderLook, outerFrame, scaleLook } from '../shapes.ts'
import type { Ink, ShapePart } from '../shapes.ts'
import type { Folder, Look, DrawingBuilder, StyleRequest } from '../drawingBuilder.ts'
import { readShownMember, readRequests } from './live.ts'
import { PenStyle, readRadius, readShadow } from './look.ts'
import { readAnchors, readEnds, readHead } from './attachments.ts'
import type { Anchors } from './attachments.ts'
import { readAction, readAnimation } from './motion.ts'
import { anchorLimit, toCorners, lineCorners, pathShares, shapes, simplifiedShapes } from './outlines.ts'
import { styleNumber } from './pens.ts'
import type { Pen, Zoom } from './pens.ts'

/** Name of groups, which paint nothing of their own but their text. */
const groupPen = 'combine'
const boxes: ReadonlyMap<string, Role> = new Map(
  Object.entries({
    rectangle: role.rect,
    square: role.rect,
    mindNode: role.rect,
    mindNode2: role.rect,
    combine: role.rect,
    panel: role.rect,
    circle: role.ellipse,
    people: role.ellipse,
    triangle: role.triangle,
    text: role.text,
  }),
)

/** Thinner borders do not enlarge the box: the error of half a pixel is preferable to uneven numbers. */
const thinBorder = 2
const cornerBudget = 2_000_000

/** Converts pens to components and groups. */
export class PenDrawer {
  private readonly data: Raw
  private readonly zoom: Zoom
  private readonly sketch: DrawingBuilder
  private readonly style: PenStyle
  private readonly anchors: Anchors
  private readonly paths = new Map<string, ReturnType<typeof pathShares>>()
  private corners = 0

  constructor(data: Raw, zoom: Zoom, sketch: DrawingBuilder) {
    this.data = data
    this.zoom = zoom
    this.sketch = sketch
    this.style = new PenStyle(data, sketch.book)
    this.anchors = readAnchors(data)
  }

  draw(
    pen: Pen,
    folder: Folder | null,
    extra: { readonly isHidden?: boolean; readonly wishes?: readonly StyleRequest[] } = {},
  ): void {
    const { raw } = pen
    const isVisible = getFlag(raw, 'visible') !== false && extra.isHidden !== true
    const requests = [...(extra.wishes ?? []), ...readRequests(pen, this.zoom, this.sketch)]
    const shape: ShapePart = {
      path: pen.path,
      sourceName: pen.name || 'pen',
      name: getText(raw, 'title') || getLabel(pen),
      parent: folder,
      opacity: getNumber(raw, 'globalAlpha') ?? 1,
      visible: isVisible,
      locked: (getNumber(raw, 'locked') ?? 0) > 0,
      prompt: getText(raw, 'title'),
      extras: readShadow(pen),
      wishes: requests,
      animation: readAnimation(
        pen,
        this.sketch,
        requests.some(({ prop }) => prop === 'animated'),
      ),
      action: readAction(pen, this.sketch),
    }
    if (getText(raw, 'titleFnJs') !== '') this.sketch.book.lose(pen.path, 'titleFnJs', 'safe.script')
    if (getText(raw, 'icon') !== '') this.sketch.book.lose(pen.path, getText(raw, 'icon'), 'text.icon')
    const mark = this.sketch.size
    this.drawWhole(pen, shape, folder)
    this.sketch.nameSince(mark, pen.id)
  }

  private drawWhole(pen: Pen, shape: ShapePart, folder: Folder | null): void {
    const requests = shape.wishes ?? []
    const isVisible = shape.visible !== false
    if (pen.children.length === 0) return isPlainGroup(pen) ? this.group(pen, shape) : this.single(pen, shape)
    const [ofAll, ofOne] = [requests.filter(isGroupRequest), requests.filter((request) => !isGroupRequest(request))]
    const inner = this.sketch.folder(getLabel(pen), folder, pen.path, {
      visible: isVisible,
      wishes: ofAll,
      animation: shape.animation ?? null,
    })
    // If the group could not be created, its members have to be hidden individually.
    const hides = !isVisible && inner === folder
    const own = { ...shape, parent: inner, wishes: ofOne, visible: !hides, animation: null }
    if (isPlainGroup(pen)) this.group(pen, own)
    else if (hasOwnLook(pen, ofOne)) this.single(pen, own)
    else for (const { name, prop, path } of ofOne) this.sketch.book.lose(path, `${name} → ${prop}`, 'binding.prop')
    const { shown, wish: request } = readShownMember(pen)
    for (const [i, child] of pen.children.entries()) {
      this.draw(child, inner, { isHidden: hides || (shown !== undefined && shown !== i), wishes: request(i) })
    }
  }

  /** The text of a group; an invisible box if the group can be clicked. */
  private group(pen: Pen, shape: ShapePart): void {
    const { action = null, wishes = [] } = shape
    if (getText(pen.raw, 'image') !== '') this.picture(pen, shape, { ...this.style.ink(pen), fill: transparent })
    else this.addText(pen, shape)
    for (const request of wishes)
      if (!isTextRequest(request) && request.prop !== 'visible')
        this.sketch.book.lose(request.path, `${request.name} → ${request.prop}`, 'binding.prop')
    if (action === null || getText(pen.raw, 'image') !== '') return
    const frame = { ...pen.box, angleDeg: pen.angleDeg }
    const look = { fill: transparent, strokeWidth: 0, ...noWords }
    this.sketch.add({ ...shape, role: role.rect, frame, look, wishes: [], animation: null })
  }

  private single(pen: Pen, shape: ShapePart): void {
    const { raw, name } = pen
    const ink = this.style.ink(pen)
    const outline = shapes.get(name)
    if (getNumber(raw, 'type') === 1 || name === 'line') this.line(pen, shape, ink)
    else if (getText(raw, 'image') !== '') this.picture(pen, shape, ink)
    else if (getText(raw, 'path') !== '' || getText(raw, 'pathId') !== '') this.path(pen, shape, ink)
    else if (outline) {
      if (simplifiedShapes.has(name)) this.sketch.book.change(pen.path, name, 'shape.simplified')
      addArea(this.sketch, withoutText(shape), toCorners(outline(pen.box), pen), ink)
      this.addText(pen, shape)
    } else if (getText(raw, 'video') !== '' || getText(raw, 'iframe') !== '') this.foreign(pen, shape)
    else this.box(pen, shape, ink)
  }

  private box(pen: Pen, shape: ShapePart, ink: Ink): void {
    const boxRole = boxes.get(pen.name)
    const shown = boxRole === role.rect && getNumber(pen.raw, 'progress') !== undefined ? role.progress : boxRole
    if (boxRole === undefined) return this.unknown(pen, shape)
    if (pen.name === 'people') this.sketch.book.change(pen.path, pen.name, 'shape.simplified')
    const border = shown === role.text ? {} : borderLook(ink)
    const width = Number(border.strokeWidth ?? 0)
    const look: Look = {
      ...border,
      fill: ink.fill,
      radius: readRadius(pen),
      ...(getText(pen.raw, 'text') !== '' || shape.wishes?.some(isTextRequest) ? this.style.getTextLook(pen) : noWords),
      ...(shown === role.progress ? this.level(pen) : {}),
    }
    const frame = { ...pen.box, angleDeg: pen.angleDeg, flipX: pen.flipX, flipY: pen.flipY }
    const keepsText =
      shown !== undefined &&
      this.sketch.has(shown, 'text') &&
      !isTextMoved(pen) &&
      (this.sketch.has(shown, 'wrap') || !this.style.isParagraph(pen))
    const box = keepsText ? shape : withoutText(shape)
    this.sketch.add({
      ...box,
      role: shown ?? role.rect,
      frame: width > thinBorder ? outerFrame(frame, width) : frame,
      look: keepsText ? look : { ...look, ...noWords },
    })
    if (!keepsText) this.addText(pen, shape)
  }

  /** A progress bar: a box filled to a fraction, upwards or to the right by default. */
  private level(pen: Pen): Look {
    const isUpright = getFlag(pen.raw, 'verticalProgress') === true
    const isReverse = getFlag(pen.raw, 'reverseProgress') === true
    const direction = isUpright ? (isReverse ? 'down' : 'up') : isReverse ? 'left' : 'right'
    const color = this.style.color(pen, 'progressColor')
    return {
      value: getNumber(pen.raw, 'progress') ?? 0,
      ...scaleLook(0, 1),
      direction,
      showValue: false,
      ...(color === undefined ? {} : { barColor: color }),
    }
  }

  private line(pen: Pen, shape: ShapePart, ink: Ink): void {
    const { corners, isClosed } = lineCorners(pen)
    if (corners.length < 4) return this.sketch.book.lose(shape.path, shape.sourceName, 'shape.empty')
    const [from, to] = [getText(pen.raw, 'fromArrow'), getText(pen.raw, 'toArrow')]
    const ends = readEnds(pen, this.anchors)
    const isAttached = !isClosed && (ends.from !== undefined || ends.to !== undefined)
    if (isClosed || !isAttached || this.flows(pen)) {
      if (getObjects(pen.raw, 'anchors', anchorLimit).some((anchor) => getText(anchor, 'connectTo') !== ''))
        this.sketch.book.change(shape.path, shape.sourceName, 'line.free')
      if ([from, to].some((arrow) => arrow !== '' && !/^(?:triangle|triangleSolid|line)$/.test(arrow)))
        this.sketch.book.change(shape.path, `${from} ${to}`, 'arrow.shape')
    }
    const bare = withoutText(shape)
    if (isClosed) addArea(this.sketch, bare, corners, ink)
    else if (this.flows(pen)) {
      if (from !== '' || to !== '') this.sketch.book.change(shape.path, shape.sourceName, 'arrow.flowing')
      this.pipe(pen, bare, corners, ink)
    } else if (isAttached) {
      const heads = { startHead: readHead(from), endHead: readHead(to) }
      addConnector(this.sketch, bare, corners, ink, { ...ends, ...heads })
    } else addLine(this.sketch, bare, corners, { ...ink, startArrow: from !== '', endArrow: to !== '' })
    this.addText(pen, shape)
  }

  private flows(pen: Pen): boolean {
    const isFlowing = getOwn(pen.raw, 'lineAnimateType') !== undefined || getOwn(pen.raw, 'animateSpan') !== undefined
    if (isFlowing && getFlag(pen.raw, 'autoPlay') !== true)
      this.sketch.book.lose(pen.path, pen.name, 'animation.started')
    return isFlowing && getFlag(pen.raw, 'autoPlay') === true && this.sketch.has(role.pipe, 'flow')
  }

  private pipe(pen: Pen, shape: ShapePart, corners: readonly number[], ink: Ink): void {
    const look: Look = {
      fill: ink.stroke,
      strokeWidth: 0,
      thickness: Math.max(1, ink.strokeWidth),
      flow: getFlag(pen.raw, 'animateReverse') === true ? 'reverse' : 'forward',
      flowColor: this.style.color(pen, 'animateColor') ?? '#ffffffff',
    }
    addLine(this.sketch, { ...shape, animation: null }, corners, ink, { role: role.pipe, look })
  }

  private path(pen: Pen, shape: ShapePart, ink: Ink): void {
    const id = getText(pen.raw, 'pathId')
    const text = getText(pen.raw, 'path') || getText(getObject(this.data, 'paths'), id)
    const parts = this.paths.get(text) ?? pathShares(text)
    this.paths.set(text, parts)
    this.corners += parts.reduce((sum, { shares }) => sum + shares.length, 0)
    if (this.corners > cornerBudget) return this.sketch.book.loseOnce(pen.path, pen.name, 'limit.elements')
    if (parts.length === 0) this.sketch.book.lose(pen.path, pen.name, text === '' ? 'reference.missing' : 'shape.empty')
    const rings = parts.map(({ shares, isClosed }) => ({ corners: toCorners(shares, pen), isClosed }))
    const land = isClear(ink.fill) ? null : findFilledAreas(rings, 'nonzero', () => {})
    if (land === undefined) this.sketch.book.change(pen.path, pen.name, 'shape.hole')
    const createPart = (_: 'area' | 'line', parent: Folder | null): ShapePart => ({ ...withoutText(shape), parent })
    const group = { folder: shape.parent, name: getLabel(pen), path: pen.path, hasRequests: false, createPart }
    addOutlines({ sketch: this.sketch, ...group }, rings, ink, land ?? null)
    this.addText(pen, shape)
  }

  private picture(pen: Pen, shape: ShapePart, ink: Ink): void {
    const picture = safePictureUrl(getText(pen.raw, 'image'))
    const frame = { ...pen.box, angleDeg: pen.angleDeg, flipX: pen.flipX, flipY: pen.flipY }
    if (!isClear(ink.fill) && boxes.get(pen.name) === role.rect)
      this.sketch.add({
        ...shape,
        wishes: (shape.wishes ?? []).filter(({ prop }) => prop === 'animated'),
        role: role.rect,
        frame,
        look: { ...borderLook(ink), strokeWidth: 0 },
      })
    if (picture === undefined) {
      this.sketch.book.lose(pen.path, getText(pen.raw, 'image').slice(0, 80), 'url.refused')
      this.frame(pen, shape)
    } else
      this.sketch.add({
        ...withoutText(shape),
        role: role.image,
        frame,
        look: { picture, fit: getFlag(pen.raw, 'imageRatio') === false ? 'fill' : 'contain' },
      })
    this.addText(pen, shape)
  }

  private foreign(pen: Pen, shape: ShapePart): void {
    const isVideo = getText(pen.raw, 'video') !== ''
    const address = safeUrl(getText(pen.raw, isVideo ? 'video' : 'iframe'))
    const shown = isVideo ? role.video : role.page
    if (address === undefined || !this.sketch.has(shown, 'address')) {
      this.sketch.book.lose(pen.path, pen.name, address === undefined ? 'url.refused' : 'type.missing')
      return this.frame(pen, shape)
    }
    this.sketch.add({ ...shape, role: shown, frame: { ...pen.box, angleDeg: pen.angleDeg }, look: { address } })
  }

  private unknown(pen: Pen, shape: ShapePart): void {
    this.sketch.book.change(pen.path, pen.name || 'pen', 'type.unknown')
    this.frame(pen, shape)
  }

  /** Adds a dashed, labelled frame as a placeholder, so that a missing component is noticed. */
  private frame(pen: Pen, shape: ShapePart): void {
    const look = {
      fill: transparent,
      stroke: '#7c8792ff',
      strokeWidth: 1,
      strokeStyle: 'dashed',
      text: getText(pen.raw, 'text') || pen.name,
      fontSize: 12,
    }
    this.sketch.add({ ...shape, role: role.rect, frame: { ...pen.box, angleDeg: pen.angleDeg }, look })
  }

  /** Adds the text of a shape as a separate component if the shape cannot contain it. */
  private addText(pen: Pen, shape: ShapePart): void {
    const textRequests = (shape.wishes ?? []).filter(isTextRequest)
    if (getText(pen.raw, 'text') === '' && textRequests.length === 0) return
    const { box } = pen
    const offset = (key: string, whole: number) => {
      const value = styleNumber(pen, key, 0)
      return Math.abs(value) < 1 ? value * whole : value
    }
    const frame = {
      x: box.x + offset('textLeft', box.width),
      y: box.y + offset('textTop', box.height),
      width: offset('textWidth', box.width) || box.width,
      height: offset('textHeight', box.height) || box.height,
    }
    const shapeRequests = [...textRequests, ...(shape.wishes ?? []).filter(({ prop }) => prop === 'visible')]
    this.sketch.add({
      ...shape,
      sourceName: 'text',
      role: role.text,
      frame: { ...frame, angleDeg: pen.angleDeg },
      look: { ...this.style.getTextLook(pen), fill: transparent, strokeWidth: 0 },
      wishes: shapeRequests,
      animation: null,
      action: null,
    })
  }
}

/** Explicitly empty, because a type may have a default text. */
const noWords: Look = { text: '' }

const isTextRequest = ({ prop }: StyleRequest): boolean =>
  prop === 'text' || prop === 'fontColor' || prop === 'fontSize'

/** Removes text requests from a shape whose text is a separate component. */
const withoutText = (shape: ShapePart): ShapePart => ({
  ...shape,
  wishes: (shape.wishes ?? []).filter((request) => !isTextRequest(request)),
})

const isTextMoved = (pen: Pen): boolean =>
  ['textLeft', 'textTop', 'textWidth', 'textHeight'].some((key) => styleNumber(pen, key, 0) !== 0)

const isPlainGroup = (pen: Pen): boolean => pen.name === groupPen && getFlag(pen.raw, 'draw') !== true

/** Pens with members are painted behind them, groups only where they have something to paint. */
function hasOwnLook(pen: Pen, shapeRequests: readonly StyleRequest[]): boolean {
  if (pen.name !== 'combine' || shapeRequests.some(({ prop }) => !placing.has(prop))) return true
  return (
    ['background', 'text', 'image'].some((key) => getText(pen.raw, key) !== '') || getList(pen.raw, 'events').length > 0
  )
}

/** Requests that apply to a whole group; position and size apply to the members. */
const isGroupRequest = ({ prop }: StyleRequest): boolean => prop === 'visible' || prop === 'animated'
const placing: ReadonlySet<StyleRequest['prop']> = new Set<StyleRequest['prop']>([
  'x',
  'y',
  'width',
  'height',
  'angleDeg',
  'opacity',
])

/** The user's description or tag, otherwise the kind of pen. */
function getLabel(pen: Pen): string {
  return (
    getText(pen.raw, 'description') ||
    getList(pen.raw, 'tags').find((tag): tag is string => typeof tag === 'string' && tag !== '') ||
    pen.name ||
    'pen'
  )
}
