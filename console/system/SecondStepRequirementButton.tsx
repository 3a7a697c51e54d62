import { SafetyOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, Modal, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../contract/access.ts'
import { roles } from '../../contract/access.ts'
import type { Words } from '../../contract/entity/field.ts'
import type { TwoFactorRequirement } from '../../contract/routes.ts'
import { routes } from '../../contract/routes.ts'
import { account } from '../../contract/system/access.ts'
import { FormFailure } from '../kit/form/FormFailure.tsx'
import { messages } from '../kit/text/errorCatalogue.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import './secondStepDemand.css'

/** Opens the list of roles that require a second step. Hidden without permission. */
export const SecondStepRequirementButton = observer(function SecondStepDemandButton() {
  const { session } = useStores()
  const { t } = useTranslation('secondStep')
  const [isOpen, setOpen] = useState(false)
  if (!session.mayCall(routes['secondStep.setDemand'].policy)) return null
  return (
    <>
      <Button icon={<SafetyOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('demand.go')}
      </Button>
      {isOpen && <RequirementDialog onClose={() => setOpen(false)} />}
    </>
  )
})

function RequirementDialog({ onClose }: { readonly onClose: () => void }) {
  const { secondStep, notices } = useStores()
  const { t } = useTranslation('secondStep')
  const localize = useLocalized()
  const requirement = useRequest('demand', (signal) => secondStep.demand(signal))
  const [chosen, setChosen] = useState<readonly Role[] | null>(null)
  const { failure, isBusy, submit } = useSubmit()
  const loaded = requirement === null || requirement instanceof CallFailure ? null : requirement
  const selected = chosen ?? loaded?.roles ?? []

  async function handleOk() {
    await submit(async () => {
      await secondStep.setRequiredRoles(selected)
      notices.post({ manner: 'success', words: messages.saved })
      onClose()
    })
  }

  return (
    <Modal
      open
      width={520}
      title={t('demand.title')}
      okText={t('demand.save')}
      cancelText={t('demand.cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: loaded === null || selected.join() === loaded.roles.join() }}
      onOk={() => void handleOk()}
      onCancel={onClose}
    >
      <div className="modal-form second-step-demand">
        <p>{t('demand.text')}</p>
        <FormFailure failure={failure} />
        {requirement instanceof CallFailure && (
          <Alert type="error" showIcon role="alert" title={localize(requirement.words)} />
        )}
        {requirement === null && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
        {loaded && <Choice demand={loaded} chosen={selected} onChange={setChosen} />}
      </div>
    </Modal>
  )
}

interface ChoiceProps {
  readonly demand: TwoFactorRequirement
  readonly chosen: readonly Role[]
  readonly onChange: (roles: readonly Role[]) => void
}

function Choice({ demand: { without }, chosen, onChange }: ChoiceProps) {
  const { t } = useTranslation('secondStep')
  const localize = useLocalized()
  return (
    <ul aria-label={t('demand.title')}>
      {roles.toReversed().map((role) => (
        <li key={role}>
          <Checkbox
            checked={chosen.includes(role)}
            aria-label={localize(getRoleName(role))}
            aria-describedby={`second-step-without-${role}`}
            onChange={({ target }) =>
              onChange(roles.filter((each) => (each === role ? target.checked : chosen.includes(each))))
            }
          >
            {localize(getRoleName(role))}
          </Checkbox>
          <span id={`second-step-without-${role}`}>{t('demand.without', { count: without[role] })}</span>
        </li>
      ))}
    </ul>
  )
}

/** Label of a role, as in the account form. */
const getRoleName = (role: Role): Words =>
  account.fields.role.options.find(({ value }) => value === role)?.words ?? { en: role, zh: role }
