import { type Action, type Component, safeUrl } from '@mimic/engine/document'
import { choice, number, type Words } from '@mimic/engine/schema'
import { Checkbox, Input } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDesigner } from '../../context.ts'
import { DrawingPicker } from '../fields/DrawingPicker.tsx'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import { Row, Section } from '../parts/Row.tsx'
import { TagPicker } from '../bindings/TagPicker.tsx'

const kinds = ['none', 'switch', 'write', 'link', 'drawing'] as const
type Kind = (typeof kinds)[number]

const kindLabels: Readonly<Record<Kind, Words>> = {
  none: { en: 'None', zh: '无' },
  switch: { en: 'Switch a point', zh: '开关控制' },
  write: { en: 'Write a value', zh: '写入数值' },
  link: { en: 'Open a link', zh: '打开链接' },
  drawing: { en: 'Open a drawing', zh: '打开图纸' },
}
const kindField = choice(
  { en: 'On click', zh: '点击时' },
  {
    default: 'none',
    options: kinds.map((kind) => ({ value: kind, words: kindLabels[kind] })),
  },
)
const openField = choice(
  { en: 'Open in', zh: '打开方式' },
  {
    default: 'current',
    options: [
      { value: 'current', words: { en: 'This window', zh: '当前窗口' } },
      { value: 'window', words: { en: 'A new window', zh: '新窗口' } },
      { value: 'popup', words: { en: 'A popup', zh: '弹窗' } },
    ],
  },
)
const valueField = number({ en: 'Value', zh: '数值' }, { default: 0, min: -1e12, max: 1e12 })
const sizeField = number({ en: 'Size', zh: '尺寸' }, { default: 800, min: 50, max: 10_000, unit: 'px' })

/** Action of a click in the running drawing. Written only when complete. */
export const ActionTab = observer(function ActionTab({ components }: { readonly components: readonly Component[] }) {
  const { session, store } = useDesigner()
  const { t } = useTranslation('designer')
  const ids = components.map((component) => component.id)
  const written = components[0]?.action ?? null
  const isMixed = components.some((component) => JSON.stringify(component.action) !== JSON.stringify(written))
  const [draft, setDraft] = useState<Action | null>(null)
  const action = draft ?? written

  const write = (next: Action | null): void => {
    if (next && !isComplete(next)) return setDraft(next)
    setDraft(null)
    session.run('set-props', { ids, action: next })
  }

  return (
    <div className="inspector-body">
      <Section>
        <Row label={t('action.kind')} htmlFor="action-kind">
          <FieldEditor
            id="action-kind"
            field={kindField}
            value={isMixed && !draft ? undefined : (action?.kind ?? 'none')}
            onChange={(kind) => write(createAction(String(kind)))}
          />
        </Row>
        {action && (draft || !isMixed) && <ActionFields action={action} project={store.project} onChange={write} />}
      </Section>
      {draft && (
        <p className="panel-hint" role="status">
          {t('action.unfinished')}
        </p>
      )}
      <p className="panel-hint">{t('action.hint')}</p>
    </div>
  )
})

interface ActionFieldsProps {
  readonly action: Action
  readonly project: string
  readonly onChange: (action: Action) => void
}

function ActionFields({ action, project, onChange }: ActionFieldsProps) {
  const { t } = useTranslation('designer')
  switch (action.kind) {
    case 'switch':
      return (
        <>
          <Row label={t('action.tag')} htmlFor="action-tag" isTall>
            <TagPicker
              id="action-tag"
              value={action.tag}
              project={project}
              writable
              onChange={(tag) => onChange({ ...action, tag })}
            />
          </Row>
          <Row label={t('action.on')} htmlFor="action-on">
            <FieldEditor
              id="action-on"
              field={valueField}
              value={action.on}
              onChange={(on) => onChange({ ...action, on: Number(on) })}
            />
          </Row>
          <Row label={t('action.off')} htmlFor="action-off">
            <FieldEditor
              id="action-off"
              field={valueField}
              value={action.off}
              onChange={(off) => onChange({ ...action, off: Number(off) })}
            />
          </Row>
        </>
      )
    case 'write':
      return (
        <>
          <Row label={t('action.tag')} htmlFor="action-tag" isTall>
            <TagPicker
              id="action-tag"
              value={action.tag}
              project={project}
              writable
              onChange={(tag) => onChange({ ...action, tag })}
            />
          </Row>
          <Row label={t('action.value')} htmlFor="action-value" isTall>
            <Checkbox
              checked={action.value === null}
              onChange={(event) => onChange({ ...action, value: event.target.checked ? null : 0 })}
            >
              {t('action.ask')}
            </Checkbox>
            {action.value !== null && (
              <FieldEditor
                id="action-value"
                field={valueField}
                value={action.value}
                onChange={(value) => onChange({ ...action, value: Number(value) })}
              />
            )}
          </Row>
        </>
      )
    case 'link':
      return (
        <>
          <Row label={t('action.url')} htmlFor="action-url" isTall>
            <UrlField url={action.url} onChange={(url) => onChange({ ...action, url })} />
          </Row>
          <OpenFields action={action} onChange={onChange} />
        </>
      )
    case 'drawing':
      return (
        <>
          <Row label={t('action.drawing')} htmlFor="action-drawing" isTall>
            <DrawingPicker
              id="action-drawing"
              value={action.drawing}
              project={project}
              onChange={(drawing) => onChange({ ...action, drawing })}
            />
          </Row>
          <OpenFields action={action} onChange={onChange} />
        </>
      )
  }
}

type Opening = Action & { readonly kind: 'link' | 'drawing' }

function OpenFields({ action, onChange }: { readonly action: Opening; readonly onChange: (action: Opening) => void }) {
  const { t } = useTranslation('designer')
  const handleOpen = (value: unknown): void => {
    const open = openField.options.find((option) => option.value === value)?.value
    if (open === 'popup') onChange({ ...action, open, width: action.width ?? 800, height: action.height ?? 600 })
    else if (open === 'current' || open === 'window') onChange({ ...action, open, width: undefined, height: undefined })
  }
  return (
    <>
      <Row label={t('action.open')} htmlFor="action-open">
        <FieldEditor id="action-open" field={openField} value={action.open} onChange={handleOpen} />
      </Row>
      {action.open === 'popup' && (
        <>
          <Row label={t('layer.width')} htmlFor="action-width">
            <FieldEditor
              id="action-width"
              field={sizeField}
              value={action.width ?? 800}
              onChange={(width) => onChange({ ...action, width: Number(width) })}
            />
          </Row>
          <Row label={t('layer.height')} htmlFor="action-height">
            <FieldEditor
              id="action-height"
              field={sizeField}
              value={action.height ?? 600}
              onChange={(height) => onChange({ ...action, height: Number(height) })}
            />
          </Row>
        </>
      )}
    </>
  )
}

/** Field for a URL with an allowed scheme. An invalid one is marked and not written. */
function UrlField({ url, onChange }: { readonly url: string; readonly onChange: (url: string) => void }) {
  const { t } = useTranslation('designer')
  const [typed, setTyped] = useState<string | null>(null)
  const isRefused = typed !== null && typed !== '' && safeUrl(typed) === undefined
  const handleBlur = (): void => {
    if (typed !== null && !isRefused) onChange(typed.trim())
    if (!isRefused) setTyped(null)
  }
  return (
    <>
      <Input
        id="action-url"
        size="small"
        placeholder="https://"
        value={typed ?? url}
        status={isRefused ? 'error' : ''}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={handleBlur}
        onPressEnter={handleBlur}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setTyped(null)
        }}
        aria-invalid={isRefused}
      />
      {isRefused && (
        <small role="alert" className="field-fault">
          {t('action.urlRefused')}
        </small>
      )}
    </>
  )
}

function createAction(kind: string): Action | null {
  switch (kind) {
    case 'switch':
      return { kind, tag: '', on: 1, off: 0 }
    case 'write':
      return { kind, tag: '', value: null }
    case 'link':
      return { kind, url: '', open: 'window' }
    case 'drawing':
      return { kind, drawing: '', open: 'current' }
    default:
      return null
  }
}

function isComplete(action: Action): boolean {
  switch (action.kind) {
    case 'switch':
    case 'write':
      return action.tag !== ''
    case 'link':
      return action.url !== ''
    case 'drawing':
      return action.drawing !== ''
  }
}
