import { catalog } from '@mimic/engine/catalog'
import {
  type Anchor,
  type Attachment,
  type EndFields,
  readAttachment,
  sides,
  sideTowards,
  writeAttachment,
} from '@mimic/engine/commands'
import { type Component, isId } from '@mimic/engine/document'
import { Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../../kit/text/useLocalized.ts'
import { useDesigner } from '../../context.ts'
import { useTypeLabels } from '../../useTypeLabels.ts'
import { stickableOptions } from './lineEnds.ts'
import { Row, Section } from '../parts/Row.tsx'

interface LineEndsFormProps {
  readonly line: Component
  readonly ends: EndFields
  readonly isLocked: boolean
}

/** Attaches the ends of a line to components by name and side, as an alternative to dragging. */
export const LineEndsForm = observer(function LineEndsForm({ line, ends, isLocked }: LineEndsFormProps) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const fields = catalog.get(line.type)?.fields
  const getLabel = (field: string): string => localize(fields?.[field]?.words ?? { en: field, zh: field })
  const write = (field: string, attachment: Attachment | null): void =>
    void session.run('set-props', { ids: [line.id], props: { [field]: attachment ? writeAttachment(attachment) : '' } })
  const getAttachment = (field: string): Attachment | null => {
    const attachment = readAttachment(line.props[field])
    return attachment && session.listed(attachment.id) ? attachment : null
  }
  const [from, to] = [getAttachment(ends.from), getAttachment(ends.to)]
  return (
    <Section title={t('ends.title')}>
      <End
        line={line}
        isLocked={isLocked}
        words={getLabel(ends.from)}
        attachment={from}
        other={to}
        onChange={(attachment) => write(ends.from, attachment)}
      />
      <End
        line={line}
        isLocked={isLocked}
        words={getLabel(ends.to)}
        attachment={to}
        other={from}
        onChange={(attachment) => write(ends.to, attachment)}
      />
    </Section>
  )
})

interface EndProps {
  readonly line: Component
  /** The line is locked. */
  readonly isLocked: boolean
  readonly words: string
  readonly attachment: Attachment | null
  /** Attachment of the other end, which determines the nearest side. */
  readonly other: Attachment | null
  readonly onChange: (attachment: Attachment | null) => void
}

const End = observer(function End({ line, isLocked, words, attachment, other, onChange }: EndProps) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const typeWords = useTypeLabels()
  const [isOpen, setOpen] = useState(false)
  const target = attachment && session.listed(attachment.id)
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
          id={`end-${key}`}
          className="wide"
          size="small"
          disabled={isLocked}
          value={attachment?.id ?? ''}
          onChange={stick}
          popupMatchSelectWidth={280}
          options={[{ value: '', label: t('ends.free') }, ...stickableOptions(listed, typeWords)]}
          showSearch={{ optionFilterProp: 'label' }}
          onOpenChange={setOpen}
        />
      </Row>
      {attachment && (
        <Row label={t('ends.side')} htmlFor={`side-${key}`}>
          <Select<string>
            id={`side-${key}`}
            className="wide"
            size="small"
            disabled={isLocked}
            value={getSide(attachment.anchor)}
            options={[
              ...sides.map((side) => ({ value: side as string, label: t(`ends.${side}`) })),
              ...(typeof attachment.anchor === 'string' ? [] : [{ value: own, label: t('ends.own') }]),
            ]}
            onChange={(value) => {
              const anchor = sides.find((side) => side === value)
              if (anchor) onChange({ id: attachment.id, anchor })
            }}
          />
        </Row>
      )}
    </>
  )
})

/** Option for a custom position on the component. */
const own = 'own'
const getSide = (anchor: Anchor): string => (typeof anchor === 'string' ? anchor : own)
