import type { Id, SymbolDefinition } from '@mimic/engine/document'
import { App, AutoComplete, Input, Modal, Radio, Switch } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../contract/limits.ts'
import { FormFailure } from '../../kit/form/FormFailure.tsx'
import { useSubmit } from '../../kit/form/useSubmit.ts'
import { useDesigner } from '../context.ts'
import { Row } from '../inspector/parts/Row.tsx'

/** Saves a symbol to the library, as a new entry or as the next revision of its entry. */
export const LibrarySaveDialog = observer(function LibrarySaveDialog({ id }: { readonly id: Id }) {
  const { drawing } = useDesigner()
  const [symbol] = useState(() => drawing.document.symbols.find((one) => one.id === id))
  return symbol ? <SaveForm symbol={symbol} /> : null
})

const SaveForm = observer(function SaveForm({ symbol }: { readonly symbol: SymbolDefinition }) {
  const { drawing, library, dialogState } = useDesigner()
  const { message } = App.useApp()
  const { t } = useTranslation('designer')
  const ids = useId()
  const origin = library.getOrigin(symbol)
  const [isNew, setNew] = useState(origin === undefined)
  const [start] = useState({ name: symbol.name.slice(0, limits.library.nameLength), type: '', isPublic: true })
  const [facts, setFacts] = useState(start)
  const isChanged = facts !== start
  const { failure, isBusy, submit } = useSubmit()
  const isWhole = !isNew || (facts.name.trim() !== '' && facts.type.trim() !== '')

  // Loads the types to choose from.
  useEffect(() => {
    void library.search('', '')
  }, [library])

  async function handleOk() {
    if (!isWhole || isBusy) return
    await submit(async () => {
      if (isNew)
        await library.saveAsEntry(drawing, symbol, { ...facts, name: facts.name.trim(), type: facts.type.trim() })
      else await library.saveRevision(drawing, symbol)
      void message.success(t('library.kept', { name: isNew ? facts.name.trim() : (origin?.name ?? symbol.name) }))
      dialogState.close()
    })
  }

  return (
    <Modal
      open
      width={440}
      title={t('library.title', { name: symbol.name })}
      okText={t('library.save')}
      okButtonProps={{ disabled: !isWhole }}
      confirmLoading={isBusy}
      onOk={() => void handleOk()}
      onCancel={() => dialogState.close()}
      mask={{ closable: !isChanged }}
      keyboard={!isChanged}
      className="designer-dialog symbol-dialog"
    >
      {origin && (
        <Radio.Group
          className="library-how"
          value={isNew}
          onChange={(event) => setNew(event.target.value === true)}
          options={[
            {
              value: false,
              label: t('library.asRevision', { name: origin.name, revision: (symbol.origin?.revision ?? 0) + 1 }),
            },
            { value: true, label: t('library.asNew') },
          ]}
        />
      )}
      {isNew && (
        <>
          <Row label={t('library.name')} htmlFor={`${ids}n`}>
            <Input
              id={`${ids}n`}
              autoFocus
              value={facts.name}
              maxLength={limits.library.nameLength}
              onChange={(event) => setFacts({ ...facts, name: event.target.value })}
              onPressEnter={() => void handleOk()}
            />
          </Row>
          <Row label={t('library.type')} htmlFor={`${ids}t`}>
            <AutoComplete
              id={`${ids}t`}
              className="wide"
              value={facts.type}
              placeholder={t('library.typeExample')}
              options={library.types.map((value) => ({ value }))}
              showSearch={{ filterOption: true }}
              onChange={(type: string) => setFacts({ ...facts, type: type.slice(0, limits.library.typeLength) })}
            />
          </Row>
          <Row label={t('library.public')} htmlFor={`${ids}p`}>
            <Switch
              id={`${ids}p`}
              size="small"
              checked={facts.isPublic}
              onChange={(isPublic) => setFacts({ ...facts, isPublic })}
            />
          </Row>
        </>
      )}
      <p className="panel-hint flush">{t(isNew ? 'library.newHint' : 'library.revisionHint')}</p>
      <FormFailure failure={failure} />
    </Modal>
  )
})
