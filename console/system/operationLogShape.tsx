import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import type { ChoiceField, Option, Words } from '../../contract/entity/field.ts'
import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { withEntries } from '../fields/useChoices.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { ClientCell } from './ClientCell.tsx'
import type { LoggedChange } from './loggedChanges.ts'
import { loggedChanges } from './loggedChanges.ts'
import { loggedAction, loggedObject, loggedUser } from './logLabels.ts'
import './logs.css'

/** Operation log: account, action, object, time and address, with readable content. */
export const operationLogShape: CustomScreenConfig = {
  cells: {
    user: (row) => <UserCell row={row} />,
    action: (row) => <ActionCell row={row} />,
    object: (row) => <ObjectCell row={row} />,
    content: (row) => <ContentLine row={row} />,
    client: (row) => <ClientCell client={getText(row, 'client')} />,
  },
  named: objectText,
  texts: {
    user: (row) => getUser(row),
    action: (row) => loggedAction(getText(row, 'action'), loggedObject(getText(row, 'object')).entity),
    object: (row) => objectText(row),
    content: (row) => contentText(row),
  },
  detail: (row) => <ContentTable row={row} />,
}

function UserCell({ row }: { readonly row: Row }) {
  return <>{useLocalized()(getUser(row))}</>
}

function ActionCell({ row }: { readonly row: Row }) {
  return <>{useLocalized()(loggedAction(getText(row, 'action'), loggedObject(getText(row, 'object')).entity))}</>
}

function ObjectCell({ row }: { readonly row: Row }) {
  const localize = useLocalized()
  const { words, id: which, name: whichWords } = loggedObject(getText(row, 'object'))
  // The title if there is one, otherwise the id.
  const title = whichWords ? localize(whichWords) : row.titles[which]
  return (
    <span>
      {localize(words)}
      {which !== '' && (
        <> {title === undefined ? <code className="log-which">{which}</code> : <b className="log-title">{title}</b>}</>
      )}
    </span>
  )
}

/** Changes on one line; the table opens with the row. */
const ContentLine = observer(function ContentLine({ row }: { readonly row: Row }) {
  const localize = useLocalized()
  const changes = useChanges(row)
  if (!changes) return <>{getText(row, 'content')}</>
  const shownChanges = changes.filter(({ isMark }) => !isMark)
  if (shownChanges.length === 0) return <span className="cell-none">–</span>
  return <>{formatLine(shownChanges, localize)}</>
})

const ContentTable = observer(function ContentTable({ row }: { readonly row: Row }) {
  const { t } = useTranslation('system')
  const localize = useLocalized()
  const changes = useChanges(row)
  if (!changes || changes.length === 0) return null
  const hasBefore = changes.some(({ before }) => before !== undefined)
  return (
    <section className="crud-inner">
      <h3>{t('log.content')}</h3>
      <table className="log-content">
        <thead>
          <tr>
            <th>{t('log.field')}</th>
            {hasBefore && <th>{t('log.before')}</th>}
            <th>{t(hasBefore ? 'log.after' : 'log.value')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, words, before, after }) => (
            <tr key={name}>
              <td>{localize(words)}</td>
              {hasBefore && <td>{before ? localize(before) : ''}</td>}
              <td>{localize(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
})

/** Call it inside an observer, because dictionary entries may load later. */
function useChanges(row: Row): readonly LoggedChange[] | null {
  const { dictionaries } = useStores()
  const getOptions = (field: ChoiceField): readonly Option[] => withEntries(field, dictionaries)
  return loggedChanges(getText(row, 'content'), {
    entity: loggedObject(getText(row, 'object')).entity,
    titles: row.titles,
    getOptions,
  })
}

const getUser = (row: Row): Words => loggedUser(getText(row, 'user'), getText(row, 'ip'), getText(row, 'action'))

function objectText(row: Row): Words {
  const { words, id: which, name: whichWords } = loggedObject(getText(row, 'object'))
  const title = whichWords ?? { en: row.titles[which] ?? which, zh: row.titles[which] ?? which }
  return { en: `${words.en} ${title.en}`.trim(), zh: `${words.zh} ${title.zh}`.trim() }
}

/** Exports contain the complete content. */
function contentText(row: Row): Words {
  const content = getText(row, 'content')
  const changes = loggedChanges(content, { entity: loggedObject(getText(row, 'object')).entity, titles: row.titles })
  return changes
    ? { en: formatLine(changes, ({ en }) => en), zh: formatLine(changes, ({ zh }) => zh) }
    : { en: content, zh: content }
}

/** Joins changes to one line. */
const formatLine = (changes: readonly LoggedChange[], localize: (words: Words) => string): string =>
  changes
    .map(
      ({ words, before, after }) =>
        `${localize(words)} ${before === undefined ? '' : `${localize(before)} → `}${localize(after)}`,
    )
    .join(localize({ en: '; ', zh: '；' }))

const getText = (row: Row, name: string): string => {
  const value = getValue(row, name)
  return typeof value === 'string' ? value : ''
}
