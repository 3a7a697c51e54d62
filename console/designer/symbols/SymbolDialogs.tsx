import type { Rejected, Result } from '@mimic/engine/commands'
import { type Component, type Id, nameLength, getOwnComponents, type SymbolDefinition } from '@mimic/engine/document'
import { Alert, App, Input, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { unlocked } from '../actions/selectionFilters.ts'
import { useDesigner } from '../context.ts'
import { Row } from '../inspector/parts/Row.tsx'
import { withDescendants } from '../session/pasteSource.ts'
import { formatRejection } from '../session/rejectionMessages.ts'
import { areComplete, ParamTable } from './ParamTable.tsx'
import { toParams, type ParamRow, getRenames, toRows, suggestedRows } from './paramRows.ts'

/** Converts the selection to a symbol and its first instance. */
export const MakeSymbolDialog = observer(function MakeSymbolDialog() {
  const { drawing, dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const [start] = useState(() => {
    const ids = unlocked(drawing.document, drawing.selected)
    const components = getOwnComponents({ components: withDescendants(drawing.document, ids) })
    return {
      ids,
      components,
      name: suggestName(drawing.selected) || t('symbol.newName', { number: drawing.symbols.length + 1 }),
      rows: suggestedRows(components),
    }
  })
  return (
    <SymbolForm
      {...start}
      title={t('symbol.title')}
      okText={t('symbol.make')}
      onOk={(name, rows) => drawing.runWithResult('make-symbol', { ids: start.ids, name, ...toParams(rows) })}
      onClose={() => dialogState.close()}
    />
  )
})

/** Edits name and parameters of a symbol. All instances are updated, as one undo step. */
export const SymbolParamsDialog = observer(function SymbolParamsDialog({ id }: { readonly id: Id }) {
  const { drawing, dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const [symbol] = useState<SymbolDefinition | undefined>(() => drawing.document.symbols.find((one) => one.id === id))
  const [rows] = useState(() => (symbol ? toRows(symbol) : []))
  if (!symbol) return null
  return (
    <SymbolForm
      components={symbol.components}
      name={symbol.name}
      rows={rows}
      title={t('symbol.settings', { name: symbol.name })}
      okText={t('symbol.apply')}
      onOk={(name, next) =>
        drawing.runWithResult('update-symbol', { symbol: id, name, ...toParams(next), renames: getRenames(next) })
      }
      onClose={() => dialogState.close()}
    />
  )
})

interface SymbolFormProps {
  readonly title: string
  readonly okText: string
  readonly name: string
  readonly rows: readonly ParamRow[]
  readonly components: readonly Component[]
  readonly onOk: (name: string, rows: readonly ParamRow[]) => Result
  readonly onClose: () => void
}

function SymbolForm({ title, okText, components, onOk, onClose, ...start }: SymbolFormProps) {
  const { drawing } = useDesigner()
  const { message } = App.useApp()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const id = useId()
  const [name, setName] = useState(start.name)
  const [rows, setRows] = useState(start.rows)
  const [refused, setRefused] = useState<Rejected | null>(null)
  const isWhole = name.trim() !== '' && areComplete(rows)
  // Prevent an outside click from discarding changes.
  const isChanged = name !== start.name || rows !== start.rows
  const handleOk = (): void => {
    if (!isWhole) return
    const result = onOk(name.trim(), rows)
    if (!result.ok) return setRefused(result)
    if (result.unfit) void message.warning(t('symbol.unfit', { number: result.unfit }))
    onClose()
  }
  return (
    <Modal
      open
      width={760}
      title={title}
      okText={okText}
      okButtonProps={{ disabled: !isWhole }}
      onOk={handleOk}
      onCancel={onClose}
      mask={{ closable: !isChanged }}
      keyboard={!isChanged}
      className="designer-dialog symbol-dialog"
    >
      <Row label={t('symbol.name')} htmlFor={id}>
        <Input
          id={id}
          autoFocus
          value={name}
          maxLength={nameLength}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={handleOk}
          onFocus={(event) => event.target.select()}
        />
      </Row>
      <h3>{t('symbol.params')}</h3>
      <ParamTable rows={rows} components={components} onChange={setRows} />
      {refused && (
        <Alert
          type="error"
          showIcon
          title={localize(formatRejection(refused, drawing.document))}
          description={refused.problems.map(({ path }) => path).join(', ')}
        />
      )}
    </Modal>
  )
}

/** Name of a single component or group; empty for several. */
function suggestName(components: readonly Component[]): string {
  const [first, second] = components
  return first && !second ? first.name : ''
}
