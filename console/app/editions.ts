import type { Words } from '../../contract/entity/field.ts'
import type { Edition } from '../stores/preferences.ts'

/** Where one chooses the system to work with. */
export const editionsPath = '/editions'

/** What each system is called, and where its work begins. */
export const editionFacts: Readonly<Record<Edition, { readonly words: Words; readonly home: string }>> = {
  street: { words: { en: 'Street lamps', zh: '智慧路灯' }, home: '/homepage' },
  tunnel: { words: { en: 'Tunnels', zh: '隧道照明' }, home: '/homepageofflinemaptunnel' },
  industry: { words: { en: 'Industry', zh: '工业照明' }, home: '/homepageofflinemapmine' },
}

/** The home of the chosen system; who has chosen none chooses first. */
export const homeOf = (edition: Edition | null): string => (edition === null ? editionsPath : editionFacts[edition].home)
