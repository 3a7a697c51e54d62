import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeLocalized } from '../../contract/localizedText.ts'
import type { RouteResponse, Routes } from '../../contract/routes.ts'
import { bridge, bridgeDirections, bridgeKinds } from '../../contract/scada/bridge.ts'
import { type RowDialogProps, getTitle, getValue } from '../crud/config/screenConfig.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

/** Tests the stored bridge and shows the answer of the other system. */
export function TestDialog({ row, onClose }: RowDialogProps) {
  const { client } = useStores()
  const { t } = useTranslation('bridge')
  const localize = useLocalized()
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<RouteResponse<Routes['bridge.test']> | null>(null)
  const kind = getKind(getValue(row, 'kind'), getValue(row, 'direction'))

  const handleTest = async (): Promise<void> => {
    setRunning(true)
    setOutcome(null)
    try {
      setOutcome(await client.call('bridge.test', { params: { id: row.id } }, { headers: { repeatSubmit: false } }))
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // otherwise the client has shown it
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      open
      title={t('testNamed', { name: getTitle(bridge, row) })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {kind !== 'input' && (
            <Button type="primary" loading={isRunning} onClick={() => void handleTest()}>
              {t('test')}
            </Button>
          )}
        </>
      }
    >
      <p className="bridge-note">{t(`testHint.${kind}`)}</p>
      {outcome && (
        <p className="bridge-outcome" role="status" data-failed={outcome.isOk ? undefined : true}>
          {t(outcome.isOk ? 'testOk' : 'testFailed', { ms: outcome.tookMs })}
          <br />
          {localize(decodeLocalized(outcome.message))}
        </p>
      )}
    </Modal>
  )
}

function getKind(kind: unknown, direction: unknown): 'push' | 'input' | 'mqtt' | 'database' {
  if (kind === bridgeKinds.mqtt) return 'mqtt'
  if (kind === bridgeKinds.database) return 'database'
  return direction === bridgeDirections.input ? 'input' : 'push'
}
