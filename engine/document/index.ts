export { groupType } from './model/component.ts'
export type { Action, Animation, Binding, Component, Id, Layer, PageTheme, Props, Via } from './model/component.ts'
export { composeDiffs, invertDiff, isEmptyDiff, makeDiff, noDiff, recordsIn } from './model/diff.ts'
export type { Change, Diff } from './model/diff.ts'
export { DrawingDocument } from './model/document.ts'
export { defaultLayer, drawingVersion, excerpt, newDrawing } from './model/drawing.ts'
export type { Drawing } from './model/drawing.ts'
export { bindableExtras, extraFields, noExtras } from './values/promptFields.ts'
export { isId } from './model/ids.ts'
export { layerFields } from './values/layerFields.ts'
export type { Extras } from './values/promptFields.ts'
export { backgroundLength, coordinateLimit, drawingLimits, nameLength } from './values/limits.ts'
export type { DrawingLimits } from './values/limits.ts'
export { makeId } from './model/makeId.ts'
export { migrate, migrations } from './migrate/migrate.ts'
export type { Migration, RawDrawing } from './migrate/migrate.ts'
export { ProblemList } from './values/problems.ts'
export { isSameJson } from './values/plainJson.ts'
export { commonBindable, fitsField, readBindings, readExtras, readProps } from './props/props.ts'
export type { TypeLookup } from './props/props.ts'
export { getFallback, isParamValue, isTagValue, getParamKinds } from './props/paramValue.ts'
export { compileExpressionTemplate, compileTag, compileText, isTag, noKinds } from './props/placeholder.ts'
export type { CompiledTemplate, ParamKinds, Template, TemplateFault } from './props/placeholder.ts'
export { placeholdersIn, renameInExpression, renameInText } from './props/placeholderNames.ts'
export { placeFrame, uprightPlace } from './symbols/symbolPlacement.ts'
export { instantiate, listMemberIds } from './symbols/instantiate.ts'
export type { Instantiated } from './symbols/instantiate.ts'
export { memberId } from './model/memberId.ts'
export { resolveBinding, resolveSource, resolveTag } from './props/resolvePlaceholders.ts'
export { readTemplateAction, readTemplateBindings, readTemplateProps } from './read/readTemplate.ts'
export { symbolDrawing } from './symbols/symbolDrawing.ts'
export { getDefinedSymbol, symbolDefinition } from './symbols/symbolDefinition.ts'
export { moveInstance } from './symbols/moveInstance.ts'
export { canFollow, checkNesting, fitSymbols, readSymbol, readSymbols } from './read/readSymbols.ts'
export { readComponent } from './read/readComponent.ts'
export {
  fitLink,
  findMember,
  noOverrides,
  noParams,
  readParamValue,
  findUnassignedParams,
} from './symbols/symbolLink.ts'
export { noSymbols, symbolMap, symbolsBeside, symbolsUsedBy } from './model/symbolMap.ts'
export type { SymbolMap } from './model/symbolMap.ts'
export { SymbolSizes } from './symbols/symbolSizes.ts'
export { linkSchema, originSchema, paramSchema, paramValuesSchema } from './symbols/symbolSchemas.ts'
export { maxRankLength, rankBetween, ranksBetween } from './values/rank.ts'
export { readDrawing } from './read/read.ts'
export type { ReadDrawing } from './read/read.ts'
export { readDrawingToShow } from './read/readNewer.ts'
export type { ShownDrawing } from './read/readNewer.ts'
export { deepFreeze, makeComponent, noBindings, noProps, patchRecord, record, recordProblem } from './model/record.ts'
export type { ComponentPatch } from './model/record.ts'
export {
  actionSchema,
  animationSchema,
  bindingSchema,
  coordinateSchema,
  idSchema,
  layerSchema,
  nameSchema,
  sizeSchema,
} from './model/schemas.ts'
export { getSiblingIndex } from './model/siblingOrder.ts'
export {
  getAncestors,
  byRank,
  getDescendants,
  groupByParent,
  inPaintOrder,
  rootsAmong,
  getRoots,
} from './model/tree.ts'
export type { DrawingView } from './model/tree.ts'
export type {
  Override,
  ParamKind,
  ParamValue,
  ParamValues,
  Place,
  SymbolDefinition,
  SymbolLink,
  SymbolOrigin,
  SymbolParam,
} from './model/symbol.ts'
export { safeUrl } from '../schema/url.ts'
export { getOwnComponents, writeComponent, writeDrawing } from './model/write.ts'
