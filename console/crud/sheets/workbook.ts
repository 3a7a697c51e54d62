import type { Words } from '../../../contract/entity/field.ts'
import type { Sheet, SheetCell } from '../../../workers/spreadsheet/api.ts'
import { writeSheets } from '../../../workers/spreadsheet/client.ts'
import { saveFile } from '../../kit/saveFile.ts'

/** File name of an exported list (specification, section 9). */
export const listName = (of?: Words): Words =>
  of ? { en: `${of.en} list`, zh: `${of.zh}列表` } : { en: 'list', zh: '列表' }

/** File name of an import template. */
export const templateName = (of: Words): Words => ({ en: `${of.en} import template`, zh: `${of.zh}导入模板` })

/** Writes a workbook in a worker and downloads it. */
export async function saveWorkbook(sheets: readonly Sheet[], name: string, signal?: AbortSignal): Promise<void> {
  const bytes = await writeSheets(sheets, signal)
  saveFile(
    name,
    'xlsx',
    new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
  )
}

/** Downloads a table of a page, as `test.xlsx` by default (specification, section 9). */
export const saveTable = (rows: readonly (readonly SheetCell[])[], name = 'test'): Promise<void> =>
  saveWorkbook([{ rows }], name)
