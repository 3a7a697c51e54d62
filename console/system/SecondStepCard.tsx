import { App, Button, Descriptions, Modal, Skeleton, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProofForm } from '../app/secondStep/ProofForm.tsx'
import { SecondStepSetUp } from '../app/secondStep/SecondStepSetUp.tsx'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'

/** State of the own two-factor sign-in, with setup and deactivation. */
export const SecondStepCard = observer(function SecondStepCard() {
  const { secondStep, session } = useStores()
  const { t } = useTranslation('secondStep')
  const { t: system } = useTranslation('system')
  const localize = useLocalized()
  const [isSettingUp, setSettingUp] = useState(false)
  useEffect(() => void secondStep.load(), [secondStep, session.username])
  const { status, failure } = secondStep

  function handleDone() {
    setSettingUp(false)
    void secondStep.load()
  }

  if (status?.isWall)
    return (
      <div className="second-step">
        <p>{t('wall')}</p>
      </div>
    )
  // The recovery codes stay visible until confirmed, whatever the account state is meanwhile.
  if (isSettingUp || status?.since === null)
    return <SecondStepSetUp present={null} onConfirmed={() => setSettingUp(true)} onDone={handleDone} />
  if (!status) {
    return failure ? (
      <div className="second-step">
        <p>{localize(failure.words)}</p>
        <Button onClick={() => void secondStep.load()}>{system('tokens.again')}</Button>
      </div>
    ) : (
      <Skeleton active paragraph={{ rows: 2 }} />
    )
  }
  return <On />
})

const On = observer(function On() {
  const { secondStep } = useStores()
  const { message } = App.useApp()
  const { t } = useTranslation('secondStep')
  const [isEnding, setEnding] = useState(false)
  const { status } = secondStep
  if (!status) return null

  async function handleRemove(password: string, code: string) {
    await secondStep.remove(password, code)
    setEnding(false)
    void message.success(t('off.done'))
  }

  return (
    <div className="second-step">
      <Descriptions
        className="crud-detail"
        size="small"
        column={1}
        bordered
        items={[
          {
            key: 'state',
            label: t('state'),
            children: (
              <Tag className="cell-tag" data-tone="good">
                {t('isOn')}
              </Tag>
            ),
          },
          { key: 'since', label: t('since'), children: formatTime(status.since ?? 0) },
          { key: 'left', label: t('left'), children: status.recoveryCodesLeft },
        ]}
      />
      <p>{t(status.isDemanded ? 'renewDemanded' : 'renew')}</p>
      <div className="second-step-buttons">
        <Button onClick={() => setEnding(true)}>{t('off.go')}</Button>
      </div>
      <Modal
        title={t('off.title')}
        open={isEnding}
        footer={null}
        width={400}
        destroyOnHidden
        onCancel={() => setEnding(false)}
      >
        <div className="modal-form second-step">
          <p>{t(status.isDemanded ? 'off.textDemanded' : 'off.text')}</p>
          <ProofForm present={null} allowsRecoveryCode isDanger isAlone submit={t('off.go')} send={handleRemove} />
        </div>
      </Modal>
    </div>
  )
})
