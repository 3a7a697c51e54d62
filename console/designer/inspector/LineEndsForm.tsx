import { catalog } from '@mimic/engine/catalog'
import { type Anchor, type Attachment, readAttachment, sides, sideTowards, writeAttachment } from '@mimic/engine/commands'
import type { Component } from '@mimic/engine/document'
import { Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../kit/useSay.ts'
import { useDesigner } from '../context.ts'
import { Row, Section } from './Row.tsx'

/** What a line's ends stick to, by name and side: the same as dragging them there, for those who do not drag. */
export const LineEndsForm = observer(function LineEndsForm({ line }: { readonly line: Component }) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const say = useSay()
  const type = catalog.get(line.type)
  if (!type?.ends) return null
  const { ends, fields } = type
  const wordsOf = (field: string): string => say(fields[field]?.words ?? { en: field, zh: field })
  const write = (field: string, held: Attachment | null): void => void session.run('set-props', { ids: [line.id], props: { [field]: held ? writeAttachment(held) : '' } })
  const heldAt = (field: string): Attachment | null => {
    const held = readAttachment(line.props[field])
    return held && session.document.get(held.id) ? held : null
  }
  const [from, to] = [heldAt(ends.from), heldAt(ends.to)]
  return (
    <Section title={t('ends.title')}>
      <End line={line} words={wordsOf(ends.from)} held={from} other={to} onChange={(held) => write(ends.from, held)} />
      <End line={line} words={wordsOf(ends.to)} held={to} other={from} onChange={(held) => write(ends.to, held)} />
    </Section>
  )
})

interface EndProps {
  readonly line: Component
  readonly words: string
  readonly held: Attachment | null
  /** What the line's other end sticks to: it is led there on the nearest side. */
  readonly other: Attachment | null
  readonly onChange: (held: Attachment | null) => void
}

const End = observer(function End({ line, words, held, other, onChange }: EndProps) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const say = useSay()
  const { outline } = session
  const options = useMemo((): { readonly value: string; readonly label: string }[] => [
    { value: '', label: t('ends.free') },
    ...outline.filter(({ type }) => !catalog.get(type)?.ends).map(({ id, name, type }) => {
      const known = catalog.get(type)?.words
      return { value: id, label: name || (known ? say(known) : type) }
    }),
  ], [outline, say, t])
  const stick = (id: string): void => {
    const target = outline.find((one) => one.id === id)
    const towards = other && session.document.get(other.id)
    onChange(target ? { id: target.id, anchor: sideTowards(target, towards ?? line) } : null)
  }
  const key = `${line.id}-${words}`
  return (
    <>
      <Row label={words} htmlFor={`end-${key}`}>
        <Select<string>
          id={`end-${key}`} className="wide" size="small" value={held?.id ?? ''} options={options} onChange={stick} popupMatchSelectWidth={280}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Row>
      {held && (
        <Row label={t('ends.side')} htmlFor={`side-${key}`}>
          <Select<string>
            id={`side-${key}`} className="wide" size="small" value={sideOf(held.anchor)}
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

/** A place on the component that was pointed at. */
const own = 'own'
const sideOf = (anchor: Anchor): string => (typeof anchor === 'string' ? anchor : own)
