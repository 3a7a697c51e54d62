import { DownOutlined } from '@ant-design/icons'
import { type SnapSettingsState, gridLimits, toolKeys } from '@mimic/engine'
import { Button, Checkbox, InputNumber, Popover } from 'antd'
import { observer } from 'mobx-react-lite'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../actions/Icon.tsx'
import { useDesigner } from '../context.ts'
import { saveMinimap } from './viewPreferences.ts'

const flags = ['showRulers', 'showGrid', 'snapToGrid', 'snapToEdges', 'snapToCentres', 'snapToGaps'] as const

/** Switches for view and alignment aids; the menu remains open. */
export const ViewMenu = observer(function ViewMenu() {
  const { session, dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { aids, guides, editor } = session
  const set = (change: Partial<SnapSettingsState>): void => editor?.aids.set(change)
  const close = (): void => {
    setOpen(false)
    trigger.current?.focus()
  }
  const showMinimap = (isShown: boolean): void => {
    dialogState.showMinimap(isShown)
    saveMinimap(isShown)
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  const runAndClose = (run: () => void) => () => {
    run()
    close()
  }

  const content = (
    <div className="view-menu" role="group" aria-label={t('bar.view')} onKeyDown={handleKey}>
      <div className="view-places">
        <Button
          size="small"
          type="text"
          icon={<Icon name="fit" />}
          autoFocus
          onClick={runAndClose(() => editor?.view.fit())}
        >
          {t('bar.fit')}
          <kbd>{formatKey('Digit1', false)}</kbd>
        </Button>
        <Button
          size="small"
          type="text"
          icon={<Icon name="toSelection" />}
          onClick={runAndClose(() => editor?.view.toSelection())}
        >
          {t('view.toSelection')}
          <kbd>{formatKey('Digit2', false)}</kbd>
        </Button>
        <Button
          size="small"
          type="text"
          icon={<Icon name="view" />}
          onClick={runAndClose(() => editor?.view.actualSize())}
        >
          {t('bar.zoomFull')}
          <kbd>{formatKey('Digit0', false)}</kbd>
        </Button>
      </div>
      {aids && (
        <>
          {flags.slice(0, 2).map((name) => (
            <Switch key={name} name={name} isOn={aids[name]} onChange={(isOn) => set({ [name]: isOn })} />
          ))}
          <div className="view-row">
            <label htmlFor={id}>{t('view.gridSize')}</label>
            <InputNumber
              id={id}
              size="small"
              min={gridLimits.min}
              max={gridLimits.max}
              value={aids.gridSize}
              suffix="px"
              changeOnWheel={false}
              onChange={(gridSize) => {
                if (gridSize !== null) set({ gridSize })
              }}
            />
          </div>
          <h3>{t('view.snap')}</h3>
          {flags.slice(2).map((name) => (
            <Switch key={name} name={name} isOn={aids[name]} onChange={(isOn) => set({ [name]: isOn })} />
          ))}
        </>
      )}
      {guides && (
        <>
          <h3>{t('view.guides')}</h3>
          {guides.lines.length === 0 && (
            <p className="panel-hint flush">{t('view.guidesHint', { keys: formatKey('KeyU', false) })}</p>
          )}
          {guides.lines.length > 0 && (
            <div className="view-row">
              <Checkbox
                checked={guides.isLocked}
                onChange={(event) => editor?.guides.set({ isLocked: event.target.checked })}
              >
                {t('view.guidesLocked')}
              </Checkbox>
              <Button size="small" type="text" onClick={() => editor?.guides.set({ lines: [] })}>
                {t('view.guidesRemove', { number: guides.lines.length })}
              </Button>
            </div>
          )}
        </>
      )}
      <h3>{t('view.overview')}</h3>
      <Checkbox checked={dialogState.hasMinimap} onChange={(event) => showMinimap(event.target.checked)}>
        {t('view.minimap')}
      </Checkbox>
    </div>
  )

  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={content}
      destroyOnHidden
      // Rendered next to its button, so that Tab moves from one to the other.
      getPopupContainer={(button) => button.parentElement ?? document.body}
    >
      <Button
        ref={trigger}
        type="text"
        className="bar-menu"
        aria-label={t('bar.view')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={t('bar.view')}
      >
        <Icon name="view" />
        <DownOutlined className="bar-caret" aria-hidden />
      </Button>
    </Popover>
  )
})

function Switch({
  name,
  isOn,
  onChange,
}: {
  readonly name: (typeof flags)[number]
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  const { t } = useTranslation('designer')
  const keys = keysByFlag[name]
  return (
    <div className="view-row">
      <Checkbox checked={isOn} onChange={(event) => onChange(event.target.checked)}>
        {t(`view.${name}`)}
      </Checkbox>
      {keys && <kbd>{keys}</kbd>}
    </div>
  )
}

/** Shortcuts on the canvas for some of the switches. */
const keysByFlag: Partial<Readonly<Record<(typeof flags)[number], string>>> = {
  showGrid: formatKey('KeyG', false),
  snapToGrid: formatKey('KeyG', true),
  showRulers: formatKey('KeyU', true),
}

function formatKey(code: string, shift: boolean): string {
  return toolKeys.find((key) => key.codes.includes(code) && (key.shift ?? false) === shift && !key.alt)?.keys ?? ''
}
