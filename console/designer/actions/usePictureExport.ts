import { useState } from 'react'
import { pictureScale } from '../../kit/drawing/pictureScale.ts'
import { saveFile } from '../../kit/saveFile.ts'
import { useLanguage } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { useDesigner } from '../context.ts'

export type PictureKind = 'png' | 'svg'

export interface PictureExport {
  /** Format being exported. */
  readonly running: PictureKind | null
  /** Whether a stage paints the drawing; an edited symbol has a separate stage. */
  readonly hasStage: boolean
  readonly make: (kind: PictureKind) => Promise<void>
}

/** Exports the drawing as a picture of its size, named after it, and reports failures. Call in an observer. */
export function usePictureExport(): PictureExport {
  const { drawing } = useDesigner()
  const { notices } = useStores()
  const language = useLanguage()
  const [running, setRunning] = useState<PictureKind | null>(null)

  const svg = async (): Promise<void> => {
    const { svgFile } = await import('./svgFile.ts')
    const { text, left } = await svgFile(drawing.document.toDrawing(), language, location.href)
    saveFile(drawing.name, 'svg', new Blob([text], { type: 'image/svg+xml' }))
    if (left.length > 0) notices.post({ manner: 'warning', words: omittedText(left.length) })
  }
  const png = async (): Promise<void> => {
    const { layer } = drawing.document
    const scale = pictureScale(layer, 1)
    const picture = await drawing.editor?.stage.picture({ scale })
    if (!picture) return
    saveFile(drawing.name, 'png', picture)
    if (scale < 1)
      notices.post({
        manner: 'warning',
        words: scaledDownText(Math.round(layer.width * scale), Math.round(layer.height * scale)),
      })
  }

  return {
    running,
    hasStage: drawing.editor !== null,
    make: async (kind) => {
      setRunning(kind)
      try {
        await (kind === 'svg' ? svg() : png())
      } catch (thrown) {
        console.error(thrown)
        notices.post({ manner: 'toast', words: failedText })
      } finally {
        setRunning(null)
      }
    },
  }
}

const failedText = { en: 'The picture could not be made', zh: '无法生成图片' }

const omittedText = (number: number) => ({
  en: `Pictures that are not in the file and show only where they can be reached: ${number}`,
  zh: `有 ${number} 张图片未包含在文件中，仅在可访问其地址时显示`,
})

const scaledDownText = (width: number, height: number) => ({
  en: `The drawing is larger than a PNG can be painted here: the picture is ${width} × ${height}. SVG has its full size`,
  zh: `图纸超出 PNG 可生成的尺寸，图片为 ${width} × ${height}。导出 SVG 可保留完整尺寸`,
})
