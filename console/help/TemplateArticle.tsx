import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type MappingPoint, type MappingTemplate, mappingTemplates } from '../../contract/mapping/index.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'

/** Help page of a make of devices, made of its template: what to set, what arrives, and how to command. */
export function TemplateArticle({ id }: { readonly id: string }) {
  const { t } = useTranslation('help')
  const localize = useLocalized()
  const template = mappingTemplates.find((each) => each.id === id)
  if (!template) return null
  return (
    <article className="help-page help-manual" key={id} tabIndex={0}>
      <h1>{localize(template.words)}</h1>
      <p className="help-lead">{localize(template.description)}</p>
      <h2>{t('template.setup')}</h2>
      <ol>
        {template.setup.map((step) => (
          <li key={step.en}>{localize(step)}</li>
        ))}
        <li>
          <Link to="/platform/connect-device">{t('template.connect', { name: localize(template.words) })}</Link>
        </li>
      </ol>
      <h2>{t('template.arrives')}</h2>
      {template.kind === 'mapping' ? (
        <PointRows points={template.mapping.points} topics={getTopics(template)} />
      ) : (
        <p>{t(`template.${template.kind}`, { filter: template.filter })}</p>
      )}
      {template.samples.slice(0, 1).map(({ topic, payload }) => (
        <figure key={topic}>
          <figcaption>{t('template.sample', { topic })}</figcaption>
          <pre>
            <code>{typeof payload === 'string' ? payload : JSON.stringify(payload, null, 2)}</code>
          </pre>
        </figure>
      ))}
      <h2>{t('template.commands')}</h2>
      <Commands template={template} />
    </article>
  )
}

const getTopics = (template: MappingTemplate): ReadonlyMap<string, string> =>
  new Map(template.kind === 'mapping' ? template.mapping.topics.map(({ id, topic }) => [id, topic]) : [])

interface PointRowsProps {
  readonly points: readonly MappingPoint[]
  /** Topics by their id. */
  readonly topics: ReadonlyMap<string, string>
}

function PointRows({ points, topics }: PointRowsProps) {
  const { t } = useTranslation('help')
  return (
    <table>
      <thead>
        <tr>
          <th>{t('template.point')}</th>
          <th>{t('template.unit')}</th>
          <th>{t('template.topic')}</th>
          <th>{t('template.path')}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ point, unit = '', sources }) => (
          <tr key={point}>
            <td>
              <code>{point}</code>
            </td>
            <td>{unit}</td>
            <td>
              <code>{topics.get(sources[0]?.topic ?? '') ?? ''}</code>
            </td>
            <td>{sources[0]?.path ? <code>{sources[0].path}</code> : t('template.whole')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Commands({ template }: { readonly template: MappingTemplate }) {
  const { t } = useTranslation('help')
  if (template.kind !== 'mapping') return <p>{t(`template.${template.kind}Commands`)}</p>
  const points = template.mapping.points.filter(({ command }) => command)
  if (points.length === 0) return <p>{t('template.noCommands')}</p>
  return (
    <>
      <p>{t('template.howToCommand')}</p>
      <table>
        <thead>
          <tr>
            <th>{t('template.point')}</th>
            <th>{t('template.topic')}</th>
            <th>{t('template.payload')}</th>
            <th>{t('template.confirmation')}</th>
          </tr>
        </thead>
        <tbody>
          {points.flatMap(({ point, command }) =>
            command
              ? [
                  <tr key={point}>
                    <td>
                      <code>{point}</code>
                    </td>
                    <td>
                      <code>{command.topic}</code>
                    </td>
                    <td>
                      <code>
                        {command.payload.kind === 'text' ? command.payload.text : JSON.stringify(command.payload.json)}
                      </code>
                    </td>
                    <td>
                      {t(`template.confirm.${command.confirm?.by ?? 'nothing'}`, {
                        seconds: command.confirm && 'timeoutS' in command.confirm ? command.confirm.timeoutS : 0,
                      })}
                    </td>
                  </tr>,
                ]
              : [],
          )}
        </tbody>
      </table>
    </>
  )
}
