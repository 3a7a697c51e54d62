import type { Drawing } from '@mimic/engine/document'
import type { Words } from '../../contract/entity/field.ts'
import { translateDrawing, createTranslator } from '../../contract/sampleWords.ts'

/** Template of a new drawing: a bundled drawing or an empty sheet of a common size. */
export type Template =
  | { readonly key: string; readonly words: Words; readonly description: Words; readonly file: string }
  | {
      readonly key: string
      readonly words: Words
      readonly description: Words
      readonly width: number
      readonly height: number
    }

export const templates: readonly Template[] = [
  {
    key: 'pump-house',
    file: 'pump-house',
    words: { en: 'Pump house', zh: '泵房' },
    description: {
      en: 'Tanks, pumps, pipes with flow, trends and an alarm list',
      zh: '储罐、水泵、流动管道、趋势曲线与告警列表',
    },
  },
  {
    key: 'street-section',
    file: 'street-section',
    words: { en: 'Street section', zh: '街道区段' },
    description: {
      en: 'Lamps along a street with their cabinet, dimming and energy',
      zh: '沿街单灯、配电箱、调光与能耗',
    },
  },
  {
    key: 'tunnel',
    file: 'tunnel',
    words: { en: 'Tunnel', zh: '隧道' },
    description: { en: 'Two tubes with luminaires, fans, signs and luminance', zh: '左右洞的灯具、风机、情报板与亮度' },
  },
  {
    key: 'screen',
    width: 1920,
    height: 1080,
    words: { en: 'Empty, one screen', zh: '空白，单屏' },
    description: { en: 'For a desk: 1920 × 1080', zh: '办公桌面：1920 × 1080' },
  },
  {
    key: 'wall',
    width: 3840,
    height: 2160,
    words: { en: 'Empty, wall display', zh: '空白，大屏' },
    description: { en: 'For a wall: 3840 × 2160', zh: '监控大屏：3840 × 2160' },
  },
  {
    key: 'tablet',
    width: 1024,
    height: 768,
    words: { en: 'Empty, tablet', zh: '空白，平板' },
    description: { en: 'For a tablet: 1024 × 768', zh: '平板电脑：1024 × 768' },
  },
]

/** Creates a drawing from a template in the user's language. Throws a TypeError if a bundled file cannot be loaded. */
export async function createDrawing(template: Template, name: string, language: keyof Words): Promise<Drawing> {
  const { newDrawing, readDrawing } = await import('@mimic/engine/document')
  if ('width' in template) {
    const empty = newDrawing(name)
    return { ...empty, layer: { ...empty.layer, width: template.width, height: template.height } }
  }
  const { catalog } = await import('@mimic/engine/catalog')
  const [stored, translate] = await Promise.all([
    shipped(`/samples/${template.file}`),
    language === 'zh' ? shipped('/words/zh-cn').then(readTranslator) : null,
  ])
  const drawing = typeof stored === 'object' && stored !== null && 'drawing' in stored ? stored.drawing : stored
  const read = readDrawing(translate ? translateDrawing(drawing, translate) : drawing, catalog)
  if (!read.value) throw new TypeError(`the template ${template.file} is no drawing`)
  return { ...read.value.drawing, name }
}

async function shipped(file: string): Promise<unknown> {
  const response = await fetch(`${file}.json`)
  if (!response.ok) throw new TypeError(`the template ${file} answers ${response.status}`)
  return await response.json()
}

function readTranslator(words: unknown): (text: string) => string {
  const pairs = typeof words === 'object' && words !== null ? Object.entries(words) : []
  return createTranslator(
    Object.fromEntries(
      pairs.flatMap(([english, translated]: [string, unknown]) =>
        typeof translated === 'string' ? [[english, translated]] : [],
      ),
    ),
  )
}
