import type * as Canvas from '@napi-rs/canvas'
import type { Image, SKRSContext2D } from '@napi-rs/canvas'
import { CliError } from '../command.ts'
import type { WebFont } from './fonts.ts'
import { splitLayers, reader } from './layers.ts'
import type { Layer } from './layers.ts'
import { Outliner } from './outlines.ts'
import { withFilterElements } from './skiaFilters.ts'
import { words } from '../words.ts'

/** Maximum picture size in megapixels; 100 need 400 MB of memory. */
const maxMegapixels = 100

/**
 * Renders an SVG of this project to PNG at its own size, without a browser or GPU. Throws `CliError` if it is too large
 * or the canvas library is not installed. The library is loaded only here, so other commands do not need it.
 */
export async function renderPng(svg: string, font: WebFont | null): Promise<Uint8Array> {
  const root = reader(/^<svg([^>]*)>/.exec(svg)?.[1] ?? '')
  const [width, height] = [Math.round(Number(root('width'))), Math.round(Number(root('height')))]
  if (!(width >= 1 && height >= 1) || width * height > maxMegapixels * 1e6)
    throw new CliError(words.tooLarge, { width, height, most: maxMegapixels })
  const [, , boxWidth = width, boxHeight = height] = root('viewBox').split(' ').map(Number)
  const module = await loadCanvas()
  const outlined = new Outliner(module, font).outlineTexts(svg, root('font-family').replaceAll('&quot;', '"'))
  const canvas = module.createCanvas(width, height)
  const context = canvas.getContext('2d')
  for (const layer of splitLayers(withFilterElements(outlined, boxWidth, boxHeight))) {
    if (layer.kind === 'vector') context.drawImage(await module.loadImage(Buffer.from(layer.svg)), 0, 0, width, height)
    else await drawPicture(context, module, layer, width / boxWidth, height / boxHeight)
  }
  return canvas.toBuffer('image/png')
}

async function loadCanvas(): Promise<typeof Canvas> {
  try {
    return await import('@napi-rs/canvas')
  } catch {
    throw new CliError(words.noCanvas)
  }
}

async function drawPicture(
  context: SKRSContext2D,
  module: typeof Canvas,
  layer: Layer & { readonly kind: 'image' },
  scaleX: number,
  scaleY: number,
): Promise<void> {
  const image = await readImage(module, layer.source)
  context.save()
  context.scale(scaleX, scaleY)
  for (const [name, attributes] of layer.around.slice(1)) enter(context, name, reader(attributes))
  const { x, y, width, height, radius } = layer
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.clip()
  if (image) place(context, image, layer)
  else drawCrossedBox(context, x, y, width, height)
  context.restore()
}

/** Null for an unreadable image, which is then drawn as missing instead of failing the whole picture. */
async function readImage(module: typeof Canvas, source: string): Promise<Image | null> {
  const data = /^data:image\/[\w+]+;base64,(.*)$/s.exec(source)?.[1]
  if (data === undefined) return null
  try {
    return await module.loadImage(Buffer.from(data, 'base64'))
  } catch {
    return null
  }
}

function enter(context: SKRSContext2D, name: 'g' | 'svg', value: (name: string) => string): void {
  if (name === 'svg') context.translate(Number(value('x')), Number(value('y')))
  if (value('opacity')) context.globalAlpha *= Number(value('opacity'))
  if (value('filter').startsWith('url(#gray')) context.filter = 'grayscale(.85)'
  for (const [, move = '', written = ''] of value('transform').matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b = 0, c = 0] = written
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    if (move === 'translate') context.translate(a, b)
    else if (move === 'scale') context.scale(a, b)
    else if (move === 'rotate') {
      context.translate(b, c)
      context.rotate((a * Math.PI) / 180)
      context.translate(-b, -c)
    }
  }
}

function place(
  context: SKRSContext2D,
  image: Image,
  { x, y, width, height, fit }: Layer & { readonly kind: 'image' },
): void {
  if (fit === 'none' || !(image.width > 0) || !(image.height > 0)) return context.drawImage(image, x, y, width, height)
  const [across, down] = [width / image.width, height / image.height]
  const scale = fit === 'slice' ? Math.max(across, down) : Math.min(across, down)
  const [w, h] = [image.width * scale, image.height * scale]
  context.drawImage(image, x + (width - w) / 2, y + (height - h) / 2, w, h)
}

function drawCrossedBox(context: SKRSContext2D, x: number, y: number, width: number, height: number): void {
  context.strokeStyle = '#a8326e'
  context.strokeRect(x + 0.5, y + 0.5, Math.max(0, width - 1), Math.max(0, height - 1))
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x + width, y + height)
  context.moveTo(x + width, y)
  context.lineTo(x, y + height)
  context.stroke()
}
