import { choice, flag, text } from '../../schema/index.ts'
import { nameLength } from './limits.ts'
import type { Fields } from '../../schema/index.ts'

/** Form fields of the layer in addition to colour, background image and size. */
export const layerFields = {
  theme: choice(
    { en: 'Symbol style', zh: '图元风格' },
    {
      default: 'muted',
      bindable: false,
      options: [
        { value: 'muted', words: { en: 'Muted', zh: '素色' } },
        { value: 'vivid', words: { en: 'Vivid', zh: '鲜明' } },
      ],
    },
  ),
  backgroundName: text(
    { en: 'Background name', zh: '背景名称' },
    { maxLength: nameLength, format: 'line', bindable: false },
  ),
  dragZoom: flag({ en: 'Allow drag and zoom', zh: '拖动缩放' }, { default: true, bindable: false }),
} as const satisfies Fields
