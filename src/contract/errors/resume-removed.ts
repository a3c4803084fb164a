/* A file of its own: pages that know nothing of résumés do not carry the sentence. */

/** Stands where a draft's file was: nobody sent the application within a day. */
export function resumeRemoved(name: string): string {
  return `We removed ${name} after a day, since the application was not sent. Choose it again, or go on without it.`;
}
