import type { Finding } from '@mimic/engine/imports'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'

interface FindingListProps {
  readonly findings: readonly Finding[]
  /** Number of findings not listed. */
  readonly leftOut: number
}

/** Differences between the original file and the imported drawing; lost parts before changed ones. */
export function FindingList({ findings, leftOut }: FindingListProps) {
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  if (findings.length === 0) return <p className="panel-hint flush">{t('import.whole')}</p>
  return (
    <>
      {(['lost', 'changed'] as const).map((outcome) => {
        const list = findings.filter((finding) => finding.outcome === outcome)
        return (
          list.length > 0 && (
            <section key={outcome}>
              <h3>{t(`import.${outcome}`, { number: list.length })}</h3>
              <ul className="report-list" data-tall>
                {list.map(({ path, what: subject, why }, index) => (
                  <li key={index}>
                    <code title={path}>{subject || path}</code> {localize(why)}
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
      {leftOut > 0 && <p className="panel-hint flush">{t('import.more', { number: leftOut })}</p>}
    </>
  )
}
