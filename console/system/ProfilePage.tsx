import { App, Button, Descriptions, Form, Skeleton, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityValues, Words } from '../../contract/entity/field.ts'
import { readFields } from '../../contract/entity/read.ts'
import type { Profile } from '../../contract/routes.ts'
import { account as entity } from '../../contract/system/access.ts'
import { PasswordForm } from '../app/shell/PasswordForm.tsx'
import { FieldList } from '../crud/form/FieldList.tsx'
import { problemWords } from '../crud/config/problemWords.ts'
import { useConfirmLeave } from '../crud/form/useConfirmLeave.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { formatTime } from '../kit/text/formatTime.ts'
import { messages } from '../kit/text/errorCatalogue.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { SecondStepCard } from './SecondStepCard.tsx'
import '../crud/crud.css'
import '../fields/fields.css'
import '../kit/page/List.css'
import './profile.css'

const { name, phone, email } = entity.fields
const own = { name, phone, email }

/**
 * The user's own account: details, contact data, password and two-factor sign-in. Permissions are managed by
 * administrators.
 */
export const ProfilePage = observer(function ProfilePage() {
  const { profile: store, session } = useStores()
  const { message } = App.useApp()
  const { t } = useTranslation('system')
  const { t: shell } = useTranslation('shell')
  const localize = useLocalized()
  const [changes, setChanges] = useState(0)
  useEffect(() => void store.load(), [store, session.username])
  const { profile, failure } = store

  function handleChanged() {
    setChanges(changes + 1)
    void message.success(shell('password.changed'))
  }

  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('profile.title')}</h1>
      </header>
      <div className="list-body">
        {failure && !profile && (
          <EmptyPanel tone="failed" title={t('profile.failed')} text={localize(failure.words)}>
            <Button type="primary" onClick={() => void store.load()}>
              {t('tokens.again')}
            </Button>
          </EmptyPanel>
        )}
        {!profile && !failure && (
          <div className="profile-card" role="status" aria-label={t('profile.loading')}>
            <Skeleton active paragraph={{ rows: 6 }} />
          </div>
        )}
        {profile && (
          <div className="profile">
            <div className="profile-column">
              <section className="profile-card" aria-labelledby="profile-who">
                <h2 id="profile-who">{profile.account}</h2>
                <AccountOverview profile={profile} />
              </section>
              <section className="profile-card" aria-labelledby="profile-details">
                <h2 id="profile-details">{t('profile.details')}</h2>
                <Details key={profile.account} profile={profile} />
              </section>
            </div>
            <section className="profile-card" aria-labelledby="profile-password">
              <h2 id="profile-password">{shell('account.password')}</h2>
              <PasswordForm key={changes} present={null} hasAutoFocus={false} onChanged={handleChanged} />
            </section>
            <section className="profile-card" aria-labelledby="profile-second-step">
              <h2 id="profile-second-step">{t('profile.secondStep')}</h2>
              <SecondStepCard />
            </section>
          </div>
        )}
      </div>
    </div>
  )
})

const AccountOverview = observer(function Standing({ profile }: { readonly profile: Profile }) {
  const { session, projects } = useStores()
  const { t } = useTranslation('system')
  const { t: shell } = useTranslation('shell')
  const { account } = session
  if (!account) return null
  const further = account.roles.filter((role) => role !== account.role)
  const projectList: ReactNode =
    account.role === 'super' ? (
      t('tokens.allProjects')
    ) : account.projects.length === 0 ? (
      <span className="cell-none">–</span>
    ) : (
      <ul className="profile-projects">
        {account.projects.map(({ id, role }) => (
          <li key={id}>
            {projects.name(id)}{' '}
            <Tag className="cell-tag" data-tone="idle">
              {shell(`role.${role}`)}
            </Tag>
          </li>
        ))}
      </ul>
    )
  return (
    <Descriptions
      className="crud-detail"
      size="small"
      column={1}
      bordered
      items={[
        { key: 'rank', label: t('profile.rank'), children: shell(`role.${account.role}`) },
        {
          key: 'roles',
          label: t('profile.roles'),
          children: further.length > 0 ? further.join(', ') : <span className="cell-none">–</span>,
        },
        { key: 'projects', label: t('profile.projects'), children: projectList },
        { key: 'post', label: t('profile.post'), children: profile.post ?? <span className="cell-none">–</span> },
        {
          key: 'last',
          label: t('profile.last'),
          children:
            profile.lastSignInAt === null ? <span className="cell-none">–</span> : formatTime(profile.lastSignInAt),
        },
        { key: 'created', label: t('profile.created'), children: formatTime(profile.createdAt) },
      ]}
    />
  )
})

function Details({ profile }: { readonly profile: Profile }) {
  const { profile: store, notices } = useStores()
  const { t } = useTranslation('system')
  const [values, setValues] = useState<EntityValues>({ name: profile.name, phone: profile.phone, email: profile.email })
  const [problems, setProblems] = useState<Readonly<Record<string, Words>>>({})
  const [isBusy, setBusy] = useState(false)
  const isChanged =
    values['name'] !== profile.name || values['phone'] !== profile.phone || values['email'] !== profile.email
  useConfirmLeave(() => isChanged)

  async function handleSave() {
    const read = readFields(own, values)
    setProblems(Object.fromEntries((read.problems ?? []).map(({ path, words }) => [path, words])))
    if (read.problems) return
    setBusy(true)
    try {
      await store.save({
        name: toText(read.values['name']),
        phone: toText(read.values['phone']),
        email: toText(read.values['email']),
      })
      notices.post({ manner: 'success', words: messages.saved })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setProblems(problemWords(thrown))
      if (thrown.problems.length === 0) notices.post({ manner: 'toast', words: thrown.words })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form layout="vertical" className="crud-form profile-form" onFinish={() => void handleSave()}>
      <FieldList
        fields={Object.entries(own)}
        values={values}
        problems={problems}
        project={undefined}
        onChange={(field, value) => setValues((present) => ({ ...present, [field]: value }))}
      />
      <Button type="primary" htmlType="submit" loading={isBusy} disabled={!isChanged}>
        {t('profile.save')}
      </Button>
    </Form>
  )
}

const toText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
