import type { Words } from '../../contract/entity/field.ts'
import type { Edition } from '../stores/preferences.ts'

/** Where one chooses the system to work with. */
export const editionsPath = '/editions'

/** What each system is called, where its work begins, and where its cameras are kept. */
export const editionFacts: Readonly<Record<Edition, { readonly words: Words; readonly home: string; readonly cameras: string }>> = {
  street: { words: { en: 'Street lamps', zh: '智慧路灯' }, home: '/homepage', cameras: '/camerainstallob' },
  tunnel: { words: { en: 'Tunnels', zh: '隧道照明' }, home: '/homepageofflinemaptunnel', cameras: '/camerainstalltunnel' },
  industry: { words: { en: 'Industry', zh: '工业照明' }, home: '/homepageofflinemapmine', cameras: '/camerainstallob' },
}

/** The cameras as the chosen system keeps them; in its plainest form before one is chosen. */
export const camerasOf = (edition: Edition | null): string => editionFacts[edition ?? 'street'].cameras

/** The home of the chosen system; who has chosen none chooses first. */
export const homeOf = (edition: Edition | null): string => (edition === null ? editionsPath : editionFacts[edition].home)
