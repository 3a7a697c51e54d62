import { Alert, Button, Checkbox, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { displayPath } from '../kit/drawing/drawingPaths.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useSearch } from '../stores/hooks/useSearch.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

/** Creates a display with name and drawings. Its URLs are shown once. */
export function NewDisplayDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, displays } = useStores()
  const { t } = useTranslation('system')
  const localize = useLocalized()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const [mayOperate, setMayOperate] = useState(false)
  const [search, setSearch] = useState('')
  const [wasSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [token, setToken] = useState<string | null>(null)
  const { answer } = useSearch({ search, within: '' }, (typed, signal) =>
    client.call(
      'drawing.list',
      { query: { page: 1, pageSize: 50, search: typed || undefined } },
      { signal, quiet: true },
    ),
  )

  async function handleOk() {
    setSent(true)
    setFailure(null)
    if (name.trim() === '' || chosen.length === 0) return
    setBusy(true)
    try {
      setToken(await displays.create({ name: name.trim(), drawings: chosen.map(({ value }) => value), mayOperate }))
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }

  const fault = (isBad: boolean, text: string) =>
    wasSent && isBad ? { validateStatus: 'error' as const, help: text } : {}
  if (token !== null) return <ShownAddresses name={name} token={token} drawings={chosen} onClose={onClose} />
  return (
    <Modal
      open
      width={560}
      title={t('displays.add')}
      mask={{ closable: false }}
      okText={t('displays.make')}
      cancelText={t('tokens.cancel')}
      confirmLoading={isBusy}
      onOk={() => void handleOk()}
      onCancel={onClose}
    >
      <Form layout="vertical" className="modal-form">
        {failure && <Alert className="form-alert" type="error" showIcon role="alert" title={localize(failure.words)} />}
        <Form.Item
          label={t('tokens.name')}
          htmlFor="display-name"
          required
          {...fault(name.trim() === '', t('displays.nameEmpty'))}
        >
          <Input
            id="display-name"
            aria-label={t('tokens.name')}
            value={name}
            maxLength={limits.display.nameLength}
            autoComplete="off"
            autoFocus
            onChange={(event) => setName(event.target.value)}
          />
        </Form.Item>
        <Form.Item
          label={t('displays.drawings')}
          htmlFor="display-drawings"
          required
          extra={t('displays.drawingsHelp')}
          {...fault(chosen.length === 0, t('displays.drawingsEmpty'))}
        >
          <Select<Choice[]>
            id="display-drawings"
            aria-label={t('displays.drawings')}
            className="tokens-wide"
            mode="multiple"
            labelInValue
            maxCount={limits.display.drawings}
            placeholder={t('tokens.choose')}
            showSearch={{ filterOption: false, onSearch: setSearch }}
            value={[...chosen]}
            options={(answer?.rows ?? []).map((row) => ({ value: row.id, label: row.name }))}
            onChange={setChosen}
          />
        </Form.Item>
        <Form.Item extra={t('displays.mayOperateHelp')}>
          <Checkbox checked={mayOperate} onChange={(event) => setMayOperate(event.target.checked)}>
            {t('displays.mayOperate')}
          </Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  )
}

interface ShownAddressesProps {
  readonly name: string
  readonly token: string
  readonly drawings: readonly Choice[]
  readonly onClose: () => void
}

/** URLs of a new display, shown only once, because only the hash of the token is stored. */
function ShownAddresses({ name, token, drawings, onClose }: ShownAddressesProps) {
  const { t } = useTranslation('system')
  return (
    <Modal
      open
      width={640}
      title={t('displays.made', { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('tokens.kept')}
        </Button>
      }
    >
      <div className="modal-form tokens-shown">
        <Alert type="warning" showIcon title={t('displays.once')} />
        {drawings.map(({ value, label }) => (
          <label key={value}>
            {label}
            <Input.TextArea
              readOnly
              autoSize
              value={`${location.origin}${displayPath(value, token)}`}
              aria-label={t('displays.address', { name: label })}
              onFocus={(event) => event.target.select()}
            />
          </label>
        ))}
        <p>{t('displays.use')}</p>
      </div>
    </Modal>
  )
}
