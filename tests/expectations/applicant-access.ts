/** The part of `access` about the documents of applicants. */
export const applicantAccess = [
  {
    what: "send the link to an applicant's page",
    endpoint: "POST /api/desk/applications/records/any/link",
    roles: ["recruiter"],
  },
  {
    what: "list applicants' documents",
    endpoint: "GET /api/desk/applications/documents",
    roles: ["recruiter"],
  },
  {
    what: "download an applicant's document",
    endpoint: "GET /api/desk/applications/documents/any",
    roles: ["recruiter"],
  },
  {
    what: "accept an applicant's document",
    endpoint: "PATCH /api/desk/applications/documents/any",
    roles: ["recruiter"],
  },
];
