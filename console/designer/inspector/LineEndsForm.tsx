import { catalog } from '@mimic/engine/catalog'
import { type Anchor, type Attachment, type EndFields, readAttachment, sides, sideTowards, writeAttachment } from '@mimic/engine/commands'
import { type Component, isId } from '@mimic/engine/document'
import { Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/useLocalized.ts'
import { useDesigner } from '../context.ts'
import { useTypeLabels } from '../useTypeLabels.ts'
import { stickableOptions } from './lineEnds.ts'
import { Row, Section } from './Row.tsx'

interface LineEndsFormProps {
  readonly line: Component
  readonly ends: EndFields
  readonly isHeld: boolean
}

/** Attaches the ends of a line to components by name and side, as an alternative to dragging. */
export const LineEndsForm = observer(function LineEndsForm({ line, ends, isHeld }: LineEndsFormProps) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const say = useLocalized()
  const fields = catalog.get(line.type)?.fields
  const wordsOf = (field: string): string => say(fields?.[field]?.words ?? { en: field, zh: field })
  const write = (field: string, held: Attachment | null): void => void session.run('set-props', { ids: [line.id], props: { [field]: held ? writeAttachment(held) : '' } })
  const heldAt = (field: string): Attachment | null => {
    const held = readAttachment(line.props[field])
    return held && session.listed(held.id) ? held : null
  }
  const [from, to] = [heldAt(ends.from), heldAt(ends.to)]
  return (
    <Section title={t('ends.title')}>
      <End line={line} isHeld={isHeld} words={wordsOf(ends.from)} held={from} other={to} onChange={(held) => write(ends.from, held)} />
      <End line={line} isHeld={isHeld} words={wordsOf(ends.to)} held={to} other={from} onChange={(held) => write(ends.to, held)} />
    </Section>
  )
})

interface EndProps {
  readonly line: Component
  /** The line is locked. */
  readonly isHeld: boolean
  readonly words: string
  readonly held: Attachment | null
  /** Attachment of the other end, which determines the nearest side. */
  readonly other: Attachment | null
  readonly onChange: (held: Attachment | null) => void
}

const End = observer(function End({ line, isHeld, words, held, other, onChange }: EndProps) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const typeWords = useTypeLabels()
  const [isOpen, setOpen] = useState(false)
  const target = held && session.listed(held.id)
  // List all components of a large drawing only while the list is open.
  const listed = isOpen ? session.outline : target ? [target] : []
  const stick = (id: string): void => {
    const chosen = isId(id) ? session.listed(id) : undefined
    const towards = other && session.listed(other.id)
    onChange(chosen ? { id: chosen.id, anchor: sideTowards(chosen, towards ?? line) } : null)
  }
  const key = `${line.id}-${words}`
  return (
    <>
      <Row label={words} htmlFor={`end-${key}`}>
        <Select<string>
          id={`end-${key}`} className="wide" size="small" disabled={isHeld} value={held?.id ?? ''} onChange={stick} popupMatchSelectWidth={280}
          options={[{ value: '', label: t('ends.free') }, ...stickableOptions(listed, typeWords)]} showSearch={{ optionFilterProp: 'label' }} onOpenChange={setOpen}
        />
      </Row>
      {held && (
        <Row label={t('ends.side')} htmlFor={`side-${key}`}>
          <Select<string>
            id={`side-${key}`} className="wide" size="small" disabled={isHeld} value={sideOf(held.anchor)}
            options={[...sides.map((side) => ({ value: side as string, label: t(`ends.${side}`) })), ...(typeof held.anchor === 'string' ? [] : [{ value: own, label: t('ends.own') }])]}
            onChange={(value) => {
              const anchor = sides.find((side) => side === value)
              if (anchor) onChange({ id: held.id, anchor })
            }}
          />
        </Row>
      )}
    </>
  )
})

/** Option for a custom position on the component. */
const own = 'own'
const sideOf = (anchor: Anchor): string => (typeof anchor === 'string' ? anchor : own)
