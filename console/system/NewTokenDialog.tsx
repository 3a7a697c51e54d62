import { Alert, Button, DatePicker, Drawer, Form, Input, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allPermissions } from '../../contract/access.ts'
import { limits } from '../../contract/limits.ts'
import { useConfirmLeave } from '../crud/form/useConfirmLeave.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { PermissionTree } from './PermissionTree.tsx'
import { ShownToken } from './ShownToken.tsx'
import { givable, hasAllPermissions } from './tokenRights.ts'
import type { Chosen } from './permissionText.ts'
import '../crud/crud.css'

const days = [30, 90, 180, 365] as const
const dayMs = 24 * 3_600_000
const namePattern = /^[a-z][a-z0-9._-]{1,47}$/

interface Faults {
  readonly name?: string
  readonly projects?: string
  readonly expiresAt?: string
  readonly permissions?: string
}

/** Creates an API token with name, expiry, projects and permissions. The token is shown once. */
export const NewTokenDialog = observer(function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const { tokens, session, projects: projectStore } = useStores()
  const { t } = useTranslation('system')
  const localize = useLocalized()
  const { account } = session
  const areas = useMemo(() => (account ? givable(account) : []), [account])
  const [name, setName] = useState('')
  const [lifetimeDays, setLifetimeDays] = useState<number>(90)
  const [until, setUntil] = useState<number | null>(null)
  const [isEverywhere, setEverywhere] = useState(true)
  const [projects, setProjects] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<Chosen>({ isEverything: false, known: [], others: [] })
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  const { confirmLeave } = useConfirmLeave(
    () => token === null && (name !== '' || chosen.isEverything || chosen.known.length > 0),
  )
  if (!account) return null

  async function handleOk() {
    const expiresAt = lifetimeDays === 0 ? until : tokens.now() + lifetimeDays * dayMs
    const found: Faults = {
      ...(namePattern.test(name) ? {} : { name: t('tokens.nameRule') }),
      ...(expiresAt === null ? { expiresAt: t('tokens.untilEmpty') } : {}),
      ...(!isEverywhere && projects.length === 0 ? { projects: t('tokens.projectsEmpty') } : {}),
      ...(chosen.isEverything || chosen.known.length > 0 ? {} : { permissions: t('tokens.rightsEmpty') }),
    }
    setFaults(found)
    setFailure(null)
    if (Object.keys(found).length > 0 || expiresAt === null) return
    setBusy(true)
    try {
      setToken(
        await tokens.create({
          name,
          expiresAt,
          projects: isEverywhere ? null : [...projects],
          permissions: chosen.isEverything ? [allPermissions] : [...chosen.known],
        }),
      )
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFailure(thrown)
      setFaults(
        Object.fromEntries(thrown.problems.map(({ path }) => [path.split('.')[0] ?? '', localize(thrown.words)])),
      )
    } finally {
      setBusy(false)
    }
  }

  const fault = (text: string | undefined) =>
    text === undefined ? {} : { validateStatus: 'error' as const, help: text }
  if (token !== null) return <ShownToken name={name} token={token} onClose={onClose} />
  return (
    <Drawer
      open
      size={720}
      title={t('tokens.add')}
      mask={{ closable: false }}
      onClose={() => confirmLeave(onClose)}
      footer={
        <div className="crud-form-foot">
          <Button onClick={() => confirmLeave(onClose)}>{t('tokens.cancel')}</Button>
          <Button type="primary" loading={isBusy} onClick={() => void handleOk()}>
            {t('tokens.make')}
          </Button>
        </div>
      }
    >
      <Form layout="vertical" className="tokens-form">
        {failure && <Alert className="form-alert" type="error" showIcon role="alert" title={localize(failure.words)} />}
        <Form.Item
          label={t('tokens.name')}
          htmlFor="token-name"
          required
          extra={t('tokens.nameHelp')}
          {...fault(faults.name)}
        >
          <Input
            id="token-name"
            aria-label={t('tokens.name')}
            value={name}
            maxLength={48}
            autoComplete="off"
            autoFocus
            onChange={(event) => setName(event.target.value)}
          />
        </Form.Item>
        <div className="tokens-two">
          <Form.Item label={t('tokens.lasts')} htmlFor="token-lasts" required {...fault(faults.expiresAt)}>
            <Select
              id="token-lasts"
              value={lifetimeDays}
              options={[
                ...days.map((count) => ({ value: count, label: t('tokens.days', { count }) })),
                { value: 0, label: t('tokens.untilDay') },
              ]}
              onChange={(next: number) => setLifetimeDays(next)}
            />
          </Form.Item>
          {lifetimeDays === 0 && (
            <Form.Item label={t('tokens.expires')} htmlFor="token-until" required>
              <DatePicker
                id="token-until"
                className="tokens-wide"
                value={until === null ? null : dayjs(until)}
                minDate={dayjs(tokens.now() + dayMs)}
                maxDate={dayjs(tokens.now() + limits.token.maxMs - dayMs)}
                onChange={(next) => setUntil(next ? next.endOf('day').valueOf() : null)}
              />
            </Form.Item>
          )}
        </div>
        <Form.Item label={t('tokens.projects')} required {...fault(faults.projects)}>
          <Radio.Group
            value={isEverywhere}
            onChange={(event) => setEverywhere(event.target.value === true)}
            options={[
              { value: true, label: t('tokens.allMine') },
              { value: false, label: t('tokens.some') },
            ]}
          />
          {!isEverywhere && (
            <Select
              mode="multiple"
              className="tokens-wide tokens-projects"
              aria-label={t('tokens.projects')}
              value={[...projects]}
              placeholder={t('tokens.choose')}
              optionFilterProp="label"
              options={account.projects.map(({ id }) => ({ value: id, label: projectStore.name(id) }))}
              onChange={(next: string[]) => setProjects(next)}
            />
          )}
        </Form.Item>
        <Form.Item
          label={t('permissions.label')}
          htmlFor="token-rights"
          required
          extra={t('tokens.rightsHelp')}
          {...fault(faults.permissions)}
        >
          <PermissionTree
            id="token-rights"
            areas={areas}
            chosen={chosen}
            onChange={setChosen}
            hasEverything={hasAllPermissions(account)}
          />
        </Form.Item>
      </Form>
    </Drawer>
  )
})
