"""Study files that come with tolsim."""
