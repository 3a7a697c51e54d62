import { join } from 'node:path'
import { catalog } from '../../components/catalog.ts'
import type { Drawing } from '../../document/index.ts'
import { renderSvg } from '../../paint/index.ts'
import type { Picture } from '../../paint/index.ts'
import { applyFeeds, snapshotAt } from '../../running/snapshot.ts'
import { paintersFor } from './charts.ts'
import type { Call, Command } from '../command.ts'
import { textOption, textsOption, CliError, isSet } from '../command.ts'
import { readDrawingOrReport } from '../files.ts'
import { findWebFont } from './fonts.ts'
import { withImages } from './images.ts'
import { localize } from '../language.ts'
import { renderPng } from './png.ts'
import { inFile, readTyped, readValues, createTagTable } from './values.ts'
import type { InputValue, InputValues } from './values.ts'
import { words } from '../words.ts'

/** Renders a drawing with given tag values at a given time. */
export const render: Command = {
  words: {
    en: 'render a drawing as SVG or PNG, optionally with tag values',
    zh: '将图纸绘制为 SVG 或 PNG，可代入点位的值',
  },
  usage:
    'render FILE [--at VALUES.json|TAG=VALUE]… [--time ISO|MS] [--svg|--png] [--out FILE] [--scale N] [--files FOLDER] [--lang en|zh]',
  details: {
    en:
      '--at     values: a file {"project/device/point": 42, "…": {"value": 1, "quality": "stale"}}, or a single value: plant/pump/speed=42@bad.\n' +
      '         With --at, tags without a value are shown as not received. Without --at, the drawing is shown as designed.\n' +
      '--time   time for animations and clocks: milliseconds since the start, or a time such as 2026-11-21T08:00:00Z\n' +
      '--png    PNG instead of SVG; also selected by the extension of --out\n' +
      '--scale  image pixels per drawing pixel, default 1\n' +
      '--files  folder served by the host, for images such as /symbols/pump.png and maps such as /maps/china.json',
    zh:
      '--at     点位的值：文件 {"项目/设备/点": 42, "…": {"value": 1, "quality": "stale"}}，或直接写 plant/pump/speed=42@bad。\n' +
      '         使用 --at 时，没有给值的点位按“从未收到”显示；不用 --at 时按图纸原样显示。\n' +
      '--time   动画和时钟所处的时间：从开始起的毫秒数，或 2026-11-21T08:00:00Z 形式的时间\n' +
      '--png    输出 PNG 而不是 SVG；也可由 --out 的文件名决定\n' +
      '--scale  图纸每像素对应的图片像素数，默认 1\n' +
      '--files  主机对外提供文件的目录，用于 /symbols/pump.png 这样的图片和 /maps/china.json 这样的地图',
  },
  options: {
    at: { type: 'string', multiple: true },
    time: { type: 'string' },
    svg: { type: 'boolean' },
    png: { type: 'boolean' },
    out: { type: 'string', short: 'o' },
    scale: { type: 'string' },
    files: { type: 'string' },
  },
  async run(call) {
    const [file, ...more] = call.files
    if (file === undefined || more.length > 0)
      throw new CliError(words.fileCount, { name: 'render', count: 'FILE', usage: render.usage })
    const scale = readScale(call)
    const time = readTime(call)
    const out = textOption(call, 'out')
    const isPng = getFormat(call, out) === 'png'
    if (isPng && out === undefined && call.isTerminal) throw new CliError(words.onTerminal)
    const values = readValueOptions(call)
    const drawing = readDrawingOrReport(call, file, true)?.drawing
    if (!drawing || !values) return 1
    const { svg, missing } = withImages(await svgAt(call, drawing, values, time, scale), hostFiles(call))
    for (const address of missing) call.writeMessage(localize(words.noImage, call.language, { address }))
    const font = isPng ? findWebFont() : null
    if (isPng && !font) call.writeMessage(localize(words.noFont, call.language))
    const data = isPng ? await renderPng(svg, font) : `${svg}\n`
    if (out === undefined) call.out(data)
    else {
      call.write(out, data)
      call.writeMessage(
        localize(words.written, call.language, {
          file: out,
          width: Math.round(drawing.layer.width * scale),
          height: Math.round(drawing.layer.height * scale),
        }),
      )
    }
    return 0
  },
}

/**
 * The format given by option, otherwise by the file extension. Throws `CliError` if both differ or neither is given for
 * a file.
 */
function getFormat(call: Call, out: string | undefined): 'svg' | 'png' {
  if (isSet(call, 'svg') && isSet(call, 'png')) throw new CliError(words.oneFormat)
  const requestedFormat = isSet(call, 'png') ? 'png' : isSet(call, 'svg') ? 'svg' : undefined
  const ending = (['svg', 'png'] as const).find((each) => out?.toLowerCase().endsWith(`.${each}`))
  if (out !== undefined && !ending && !requestedFormat) throw new CliError(words.endingUnknown, { file: out })
  if (out !== undefined && ending && requestedFormat && ending !== requestedFormat)
    throw new CliError(words.endingOther, { file: out })
  return requestedFormat ?? ending ?? 'svg'
}

async function svgAt(
  call: Call,
  drawing: Drawing,
  values: InputValues,
  time: Moment | undefined,
  scale: number,
): Promise<string> {
  const isLive = textsOption(call, 'at').length > 0
  const state = snapshotAt(
    { components: isLive ? drawing.components : [] },
    catalog,
    createTagTable(values, time?.ms ?? 0),
  )
  for (const { path, message } of state.problems)
    call.writeMessage(`${localize(words.warning, call.language)}: ${path}: ${message}`)
  const needed = new Set(state.requiredTags)
  for (const tag of values.keys())
    if (!needed.has(tag))
      call.writeMessage(
        `${localize(words.warning, call.language)}: ${localize(words.tagNotUsed, call.language, { tag })}`,
      )
  const fed = applyFeeds(drawing.components, catalog, state, time?.isDate ? time.ms : undefined, isLive)
  const requested: Picture[] = []
  const options = {
    width: drawing.layer.width * scale,
    overrides: fed.overrides,
    qualities: fed.qualities,
    elapsedMs: time?.ms,
  }
  const first = renderSvg(drawing, catalog, { ...options, pictures: (picture) => void requested.push(picture) })
  if (requested.length === 0) return first
  const { pictures, missing } = await paintersFor(requested, hostFiles(call))
  for (const address of missing) call.writeMessage(localize(words.noMap, call.language, { address }))
  return renderSvg(drawing, catalog, { ...options, pictures })
}

/** Undefined if a file of values is invalid; its problems were printed. */
function readValueOptions(call: Call): InputValues | undefined {
  const values = new Map<string, InputValue>()
  let isWrong = false
  for (const assignment of textsOption(call, 'at')) {
    const typed = readTyped(assignment)
    if (typed) {
      values.set(...typed)
      continue
    }
    if (assignment.includes('=')) throw new CliError(words.wrongValue, { text: assignment })
    const read = readValues(jsonIn(call, assignment))
    for (const line of inFile(assignment, read.problems ?? [])) call.writeMessage(line)
    for (const entry of read.value ?? []) values.set(...entry)
    isWrong ||= read.problems !== undefined
  }
  return isWrong ? undefined : values
}

function jsonIn(call: Call, file: string): unknown {
  try {
    return JSON.parse(call.readText(file))
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(words.unreadable, { file, cause: error instanceof Error ? error.message : '' })
  }
}

interface Moment {
  readonly ms: number
  /** Whether this is a date rather than a time since the start. */
  readonly isDate: boolean
}

function readTime(call: Call): Moment | undefined {
  const text = textOption(call, 'time')
  if (text === undefined) return undefined
  if (/^\d+(?:\.\d+)?$/.test(text)) return { ms: Number(text), isDate: false }
  // `Date.parse` accepts days that the month does not have and moves them to the next month.
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  const ms =
    day !== undefined && Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
      ? Date.parse(text)
      : NaN
  if (Number.isNaN(ms)) throw new CliError(words.wrongTime, { text })
  return { ms, isDate: true }
}

const scaleLimits = { min: 0.05, max: 16 }

function readScale(call: Call): number {
  const scale = Number(textOption(call, 'scale') ?? 1)
  if (!(scale >= scaleLimits.min && scale <= scaleLimits.max)) throw new CliError(words.wrongScale, scaleLimits)
  return scale
}

function hostFiles(call: Call): (path: string) => Uint8Array | undefined {
  const folder = textOption(call, 'files')
  return folder === undefined ? () => undefined : (path) => call.readBytes(join(folder, path))
}
