import type { Entity } from '../../contract/entity/define.ts'
import type { EntityField } from '../../contract/entity/field.ts'

/** A source file without comments. */
export interface SourceCode {
  readonly path: string
  readonly code: string
}

/** A declared field and the files that read it. */
export interface FieldReaders {
  readonly entity: string
  readonly field: string
  /** The declaration says that no function uses the field. */
  readonly isNote: boolean
  /** `declaration` if the entity system itself uses the field; otherwise paths of files. */
  readonly readers: readonly string[]
}

/** Lists of columns and pages, help texts and demo rows mention fields without using their values. */
const mentionsOnly = /^console\/(?:app|help|designer|stage|locales)\/|^server\/services\/installation\/demo|\/dist\//

/** Returns true for code that may read fields: all rooms except entity declarations and files that only mention fields. */
export const mayRead = ({ path, code }: SourceCode): boolean =>
  /^(?:server|console|workers|contract)\//.test(path) && !mentionsOnly.test(path) && !isDeclaration({ path, code })

const isDeclaration = ({ path, code }: SourceCode): boolean =>
  path.startsWith('contract/') && /\bdefineEntity\(/.test(code)

/**
 * Finds the readers of every field in files that mention its entity or its table, and in the folders of these. Text
 * search cannot prove that a value is used: it finds fields that nothing mentions.
 */
export function findReaders(entities: readonly Entity[], files: readonly SourceCode[]): FieldReaders[] {
  return entities.flatMap((entity) => {
    const near = withNeighbours(files, ({ code }) => mentions(entity).test(code))
    return Object.entries(entity.fields).map(([name, field]) => {
      const pattern = reads(name)
      return {
        entity: entity.name,
        field: name,
        isNote: field.note === true,
        readers: isUsedByDeclaration(entity, name, field)
          ? ['declaration']
          : near.filter(({ code }) => pattern.test(code)).map(({ path }) => path),
      }
    })
  })
}

/** Returns the matching files and all files of their folders: one reads the row, another its values. */
function withNeighbours(files: readonly SourceCode[], isMatch: (file: SourceCode) => boolean): SourceCode[] {
  const folders = new Set(
    files.filter((file) => /^(?:server|console)\//.test(file.path) && isMatch(file)).map(getFolder),
  )
  return files.filter((file) => isMatch(file) || folders.has(getFolder(file)))
}

const getFolder = ({ path }: SourceCode): string => path.slice(0, path.lastIndexOf('/'))

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const mentions = ({ name, area }: Entity): RegExp =>
  new RegExp(
    [
      `['"\`]${name}['"\`]`,
      `/${name}\\.ts\\b`,
      `\\b(?:${area}_)?${toSnakeCase(name)}\\b`,
      `\\b${name}\\.(?:fields|name)\\b`,
      `import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*contract/`,
    ].join('|'),
  )

/** Matches a property access, a destructured or quoted name, or a column in SQL; not a key of an object literal. */
function reads(name: string): RegExp {
  const column = `\\b${toSnakeCase(name)}\\b(?=[\\s,)=<>"\`.]|::|$)`
  return new RegExp([`\\.${name}\\b(?!\\s*=[^=>])`, `['"]${name}['"]`, `[{,]\\s*${name}\\s*[,}]`, column].join('|'))
}

/** Returns true for what people read (results of the server, attachments), and for fields that the entity system uses. */
function isUsedByDeclaration(entity: Entity, name: string, field: EntityField): boolean {
  if (field.readOnly === true || field.kind === 'live' || field.kind === 'files') return true
  const { title, unique, lifecycle, owner, privacy } = entity
  if ([title, ...unique.flat(), lifecycle?.field, owner, privacy].includes(name)) return true
  return Object.values(entity.fields).some(
    (other) =>
      JSON.stringify(other.when ?? {}).includes(`"field":"${name}"`) ||
      (other.kind === 'live' && [other.pointBy, other.scaledBy, other.unitBy, other.invertedBy].includes(name)),
  )
}
