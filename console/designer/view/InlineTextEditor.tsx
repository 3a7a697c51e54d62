import { catalog } from '@mimic/engine/catalog'
import type { Component } from '@mimic/engine/document'
import { fontFamilies, mirrorTextStyle } from '@mimic/engine/paint'
import type { FieldValue } from '@mimic/engine/schema'
import { observer } from 'mobx-react-lite'
import { type CSSProperties, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDesigner } from '../context.ts'
import { getTextField, textProp } from './textField.ts'

/** Minimum font size for editing, independent of the zoom. */
const minLetterPx = 12
const minWidthPx = 120
const lineHeight = 1.25
/** Border and padding, per side. */
const edgePx = 4

/**
 * Edits the text of a component in place. Enter or a click elsewhere applies it, Shift+Enter adds a line, Escape
 * cancels.
 */
export const InlineTextEditor = observer(function InlineTextEditor() {
  const { session, dialogState } = useDesigner()
  const component = session.selected.find(({ id }) => id === dialogState.editedText)
  const field = component && getTextField(component)
  if (!component || !field || !session.editor) return null
  const own: unknown = component.props[textProp] ?? field.default
  return <Writing key={component.id} id={component.id} start={typeof own === 'string' ? own : ''} />
})

const Writing = observer(function Writing({ id, start }: { readonly id: string; readonly start: string }) {
  const { session, dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const [text, setText] = useState(start)
  const component = session.selected.find((each) => each.id === id)
  const field = component && getTextField(component)
  const camera = session.editor?.stage.camera
  if (!component || !field || !camera) return null

  // Read to observe the camera: the screen position follows the view.
  const { scale } = session
  const { x, y, width, height, angleDeg } = component
  const middle = camera.toScreen({ x: x + width / 2, y: y + height / 2 })
  const textStyle = getTextStyle(component, session.layer.backColor)
  const letter = Math.max(minLetterPx, textStyle.fontSize * scale)
  const high = Math.ceil(letter * lineHeight * text.split('\n').length) + 2 * edgePx
  const wide = width * scale
  // Rotate around the centre of the component, then shift to the start of the text; long text extends beyond the
  // opposite side.
  const off = { left: `${-wide / 2}px`, center: '-50%', right: `calc(${wide / 2}px - 100%)` }[textStyle.style.textAlign]
  const down = Math.max(0, (height * scale - high) / 2) * textStyle.side

  const leave = (isConfirmed: boolean): void => {
    // Runs once, for the key or the lost focus.
    if (dialogState.editedText !== id) return
    dialogState.editText(null)
    if (isConfirmed && text !== start) session.run('set-props', { ids: [id], props: { [textProp]: text } })
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    // During IME composition, Enter confirms the composition.
    if (event.nativeEvent.isComposing) return
    const isEnd = event.key === 'Enter' && (!event.shiftKey || field.format === 'line')
    if (!isEnd && event.key !== 'Escape') return
    event.preventDefault()
    leave(isEnd)
    session.editor?.stage.canvas.focus()
  }

  return (
    <textarea
      className="words-in-place"
      autoFocus
      spellCheck={false}
      aria-label={t('canvas.words', { name: component.name })}
      maxLength={field.maxLength}
      value={text}
      style={{
        left: middle.x,
        top: middle.y,
        ...(textStyle.isWrapped
          ? { width: Math.max(minWidthPx, wide), minHeight: high }
          : { minWidth: Math.max(minWidthPx, wide), height: high, whiteSpace: 'pre' }),
        ...textStyle.style,
        fontSize: letter,
        lineHeight,
        transformOrigin: '0 0',
        transform: `${angleDeg === 0 ? '' : `rotate(${angleDeg}deg) `}translate(${off}, calc(-50% + ${down}px))`,
      }}
      onFocus={(event) => event.target.select()}
      onChange={(event) =>
        setText(field.format === 'line' ? event.target.value.replaceAll('\n', ' ') : event.target.value)
      }
      onBlur={() => leave(true)}
      onKeyDown={handleKeyDown}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => event.stopPropagation()}
    />
  )
})

interface TextStyle {
  readonly fontSize: number
  /** -1: text at the top of the component; 1: at the bottom. */
  readonly side: -1 | 0 | 1
  readonly isWrapped: boolean
  readonly style: Pick<CSSProperties, 'fontFamily' | 'fontWeight' | 'fontStyle' | 'color' | 'background'> & {
    readonly textAlign: 'left' | 'center' | 'right'
  }
}

/** Text style as on the drawing. Uses the page background if the component has none. */
function getTextStyle(component: Component, ground: string): TextStyle {
  const props: Readonly<Record<string, FieldValue>> = { ...catalog.get(component.type)?.defaults, ...component.props }
  const { fontSize, fontFamily, fontWeight, fontItalic, fontColor, backgroundColor } = props
  const { align, valign } = mirrorTextStyle(
    {
      align: props['align'] === 'left' || props['align'] === 'right' ? props['align'] : 'center',
      valign: props['valign'] === 'top' || props['valign'] === 'bottom' ? props['valign'] : 'middle',
    },
    component,
  )
  const isVisible = typeof backgroundColor === 'string' && /^#[0-9a-f]{6}(?:ff)?$/i.test(backgroundColor)
  return {
    fontSize: typeof fontSize === 'number' ? fontSize : 14,
    isWrapped: props['wrap'] === true,
    side: valign === 'top' ? -1 : valign === 'bottom' ? 1 : 0,
    style: {
      fontFamily: isFamily(fontFamily) ? fontFamilies[fontFamily] : fontFamilies.sans,
      fontWeight: fontWeight === 'bold' ? 600 : 400,
      fontStyle: fontItalic === true ? 'italic' : 'normal',
      textAlign: align ?? 'center',
      color: typeof fontColor === 'string' ? fontColor : '#2f363d',
      background: isVisible ? backgroundColor : ground.slice(0, 7),
    },
  }
}

const isFamily = (name: unknown): name is keyof typeof fontFamilies =>
  typeof name === 'string' && Object.hasOwn(fontFamilies, name)
