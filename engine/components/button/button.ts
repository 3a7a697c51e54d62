import { color, flag } from '../../schema/index.ts'
import { defineComponent } from '../define.ts'
import { alignFields, backgroundField, borderFields, fontFields, radiusField, textField } from '../fields.ts'
import { drawBrokenBox, drawLabel, isBroken, solidWidth } from '../shapes.ts'
import { theme } from '../theme.ts'

/** Push button that runs its click action. `pressed` shows it pressed and can be bound to a tag. */
export const button = defineComponent({
  type: 'button',
  words: { en: 'Button', zh: '按钮' },
  palette: 'basic',
  size: { width: 110, height: 36 },
  texts: { text: { en: 'Button', zh: '按钮' } },
  miniatureColor: getFill,
  disabledProp: 'isOff',
  fields: {
    text: { ...textField.text, default: 'Button' },
    pressed: flag(
      { en: 'Pressed', zh: '按下' },
      {
        group: 'value',
        hint: { en: 'Bind it to show the state reported by the plant.', zh: '可绑定点位，按现场状态显示是否按下。' },
      },
    ),
    isOff: flag(
      { en: 'Disabled (greyed out)', zh: '停用（置灰）' },
      {
        group: 'value',
        hint: {
          en: 'While set or unknown, the button is greyed out and cannot be pressed. Usually bound to an interlock.',
          zh: '置位或状态未知时变灰且不可操作，常与联锁条件绑定。',
        },
      },
    ),
    backgroundColor: { ...backgroundField.backgroundColor, default: theme.control },
    pressedColor: color({ en: 'Colour when pressed', zh: '按下颜色' }, { default: theme.pressed, gradient: true }),
    ...borderFields,
    borderWidth: { ...borderFields.borderWidth, default: 1 },
    radius: { ...radiusField.radius, default: 4 },
    ...fontFields,
    ...alignFields,
  },
  draw(brush, props, size) {
    const fill = getFill(props)
    brush.rect(0, 0, size.width, size.height, {
      fill,
      stroke: props.borderColor,
      strokeWidth: solidWidth(props),
      radius: props.radius,
    })
    if (isBroken(props)) drawBrokenBox(brush, props, size, props.radius)
    const edge = Math.max(1, Math.min(3, size.height * 0.07))
    const inset = Math.min(size.width / 2, Math.max(props.radius, props.borderWidth))
    if (!props.isOff && size.height > 4 * edge && size.width > 2 * inset) {
      const y = props.pressed ? props.borderWidth : size.height - props.borderWidth - edge
      brush.rect(inset, y, size.width - 2 * inset, edge, { fill: theme.edge })
    }
    drawLabel(brush, props.isOff ? { ...props, fontColor: theme.inkFaint } : props, size, 6)
  },
})

function getFill({
  isOff,
  pressed,
  pressedColor,
  backgroundColor,
}: {
  readonly isOff: boolean
  readonly pressed: boolean
  readonly pressedColor: string
  readonly backgroundColor: string
}): string {
  return isOff ? theme.hollow : pressed ? pressedColor : backgroundColor
}
