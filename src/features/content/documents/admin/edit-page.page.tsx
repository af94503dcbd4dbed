import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { toRequestError } from '#platform/client/functions.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { DocumentEditor } from './document-editor.tsx'
import { linkablePages, useDocuments, useEditedDocument, usePreview } from './document-queries.ts'
import { PreviewFrame } from './preview-frame.tsx'

/** The editor of one document, named by `path` in the query; without one, the list. */
export default function EditPagePage() {
  const [params] = useSearchParams()
  const path = params.get('path')
  return path ? <EditPage key={path} path={path} /> : <Navigate to="/admin/pages" replace />
}

function EditPage({ path }: { path: string }) {
  const document = useEditedDocument(path)
  const documents = useDocuments()
  useEffect(prepareToasts, [])
  const error = document.error ?? documents.error
  return (
    <div className="pt-2 pb-8">
      <p className="flex flex-wrap items-center gap-x-7">
        <Link to="/admin/pages" className="inline-flex min-h-11 items-center">
          <span className="link">All pages</span>
        </Link>
        {path.startsWith('/') && document.data?.published && (
          <a href={path} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center">
            <span className="link">See it in the shop</span>
          </a>
        )}
      </p>
      {error && !document.data && (
        <CouldNotLoad
          problem={toRequestError(error).message}
          onRetry={() => void Promise.all([document.refetch(), documents.refetch()])}
        />
      )}
      {!error && !(document.data && documents.data) && <LoadingSkeleton label="Loading the page" count={6} />}
      {document.data && documents.data && (
        <DocumentEditor
          edited={document.data}
          pages={linkablePages(documents.data)}
          onChanged={() => document.refetch()}
          preview={(revision) => <Preview path={path} revision={revision} />}
        />
      )}
    </div>
  )
}

function Preview({ path, revision }: { path: string; revision: number }) {
  const { data, error, refetch } = usePreview(path, revision)
  if (error && !data) return <CouldNotLoad problem={toRequestError(error).message} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading the preview" />
  return <PreviewFrame html={data} title="Preview of the draft" atEnd={path === 'footer'} />
}
